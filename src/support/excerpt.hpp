// SPDX-License-Identifier: Apache-2.0
// Source text fit for a terminal: control characters and bytes that are no UTF-8 are spelled out,
// and of a long line only the part around the place is shown.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>

namespace tack {

// At most about `most` bytes; what is cut off shows as "...".
std::string printable(std::string_view text, size_t most);

struct Excerpt {
  std::string line, marker;  // the marker stands below: "   ^~~~"
};
// Of a line, with the bytes [begin, end) marked.
Excerpt excerpt(std::string_view line, size_t begin, size_t end);

}  // namespace tack
