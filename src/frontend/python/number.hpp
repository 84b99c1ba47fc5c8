// SPDX-License-Identifier: Apache-2.0
// Python's number literals.
#pragma once

#include <cstdint>
#include <string_view>

namespace tack::python {

struct NumberLiteral {
  enum class What : uint8_t { Int, Float, Imaginary, TooLarge, Invalid };
  What what = What::Invalid;
  uint64_t bits = 0;
  double value = 0;
};

NumberLiteral parse_number(std::string_view text);

}  // namespace tack::python
