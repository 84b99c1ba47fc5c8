// SPDX-License-Identifier: Apache-2.0
// A printf format, cut into its conversions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

namespace tack::xc {

struct Conversion {
  std::string text_before;
  std::string flags;  // flags, width and precision as written, without length letters
  bool width_star = false, precision_star = false;
  char kind = 0;  // 'd', ...; '%' for %%; 0 for the text at the end
};

// Gives what is wrong with the format, or nothing.
std::string parse_format(std::string_view format, std::vector<Conversion>& out);

}  // namespace tack::xc
