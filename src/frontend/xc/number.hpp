// SPDX-License-Identifier: Apache-2.0
// The value of a number's spelling.
#pragma once

#include <cstdint>
#include <string_view>

namespace tack::xc {

struct NumberValue {
  enum class Kind : uint8_t { Bad, TooBig, Integer, Float, Double } kind = Kind::Bad;
  uint64_t integer = 0;
  double real = 0;  // a Float's value is exactly a binary32
};

// "12", "1_000", "0x1F", "$1F", "1.5", "3f", "1e9d".
NumberValue number_value(std::string_view spelling);
// The digits after a binary '%': "1010".
NumberValue binary_value(std::string_view digits);

}  // namespace tack::xc
