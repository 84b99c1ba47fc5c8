// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/number.hpp"

#include <charconv>
#include <cstdlib>
#include <string>

namespace tack::xc {
namespace {

NumberValue integer(std::string_view digits, unsigned base) {
  NumberValue out;
  if (digits.empty()) return out;
  for (char c : digits) {
    unsigned d =
        c <= '9' ? static_cast<unsigned>(c - '0') : static_cast<unsigned>((c | 32) - 'a' + 10);
    if (c < '0' || d >= base) return {};
    uint64_t next = 0;
    if (__builtin_mul_overflow(out.integer, base, &next) ||
        __builtin_add_overflow(next, static_cast<uint64_t>(d), &next)) {
      out.kind = NumberValue::Kind::TooBig;
      return out;
    }
    out.integer = next;
  }
  out.kind = NumberValue::Kind::Integer;
  return out;
}

}  // namespace

NumberValue number_value(std::string_view spelling) {
  std::string text;
  for (char c : spelling) {
    if (c != '_') text += c;
  }
  if (text.empty()) return {};
  if (text[0] == '$') return integer(std::string_view(text).substr(1), 16);
  if (text.size() > 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X'))
    return integer(std::string_view(text).substr(2), 16);
  char suffix = 0;
  char last = text.back();
  if (last == 'f' || last == 'F' || last == 'd' || last == 'D') {
    suffix = static_cast<char>(last | 32);
    text.pop_back();
  }
  bool real = suffix != 0 || text.find_first_of(".eE") != std::string::npos;
  if (!real) return integer(text, 10);
  NumberValue out;
  if (text.empty() || text.find_first_not_of("0123456789.eE+-") != std::string::npos) return out;
  // strtof rounds the decimal once; going through double would round twice.
  char* end = nullptr;
  if (suffix == 'd') {
    out.real = std::strtod(text.c_str(), &end);
    out.kind = NumberValue::Kind::Double;
  } else {
    out.real = static_cast<double>(std::strtof(text.c_str(), &end));
    out.kind = NumberValue::Kind::Float;
  }
  if (end != text.c_str() + text.size()) out.kind = NumberValue::Kind::Bad;
  return out;
}

NumberValue binary_value(std::string_view digits) {
  std::string text;
  for (char c : digits) {
    if (c != '_') text += c;
  }
  return integer(text, 2);
}

}  // namespace tack::xc
