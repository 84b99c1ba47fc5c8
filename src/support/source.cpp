// SPDX-License-Identifier: Apache-2.0
#include "support/source.hpp"

namespace tack {

std::string_view SourceFile::line(uint32_t number) const {
  std::string_view rest = text;
  for (uint32_t at = 1; at < number; ++at) {
    size_t newline = rest.find('\n');
    if (newline == std::string_view::npos) return {};
    rest.remove_prefix(newline + 1);
  }
  rest = rest.substr(0, rest.find('\n'));
  if (!rest.empty() && rest.back() == '\r') rest.remove_suffix(1);
  return rest;
}

}  // namespace tack
