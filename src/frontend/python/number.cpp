// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/number.hpp"

#include <charconv>
#include <limits>
#include <string>

namespace tack::python {
namespace {

int digit_of(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

// Drops underscores that stand between two digits; false for any other underscore.
bool strip_underscores(std::string_view text, std::string& out) {
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '_') {
      out += text[i];
      continue;
    }
    bool between =
        i > 0 && i + 1 < text.size() && digit_of(text[i - 1]) < 16 && digit_of(text[i + 1]) < 16;
    if (!between) return false;
  }
  return true;
}

NumberLiteral integer(std::string_view digits, unsigned base) {
  NumberLiteral result;
  if (digits.empty()) return result;
  result.what = NumberLiteral::What::Int;
  for (char c : digits) {
    unsigned digit = static_cast<unsigned>(digit_of(c));
    if (digit >= base) return {};
    if (__builtin_mul_overflow(result.bits, uint64_t{base}, &result.bits) ||
        __builtin_add_overflow(result.bits, uint64_t{digit}, &result.bits))
      result.what = NumberLiteral::What::TooLarge;
  }
  return result;
}

}  // namespace

NumberLiteral parse_number(std::string_view text) {
  bool is_prefixed = text.size() > 2 && text[0] == '0' && digit_of(text[1]) >= 10;
  if (is_prefixed) {
    unsigned base = 0;
    if (text[1] == 'x' || text[1] == 'X') base = 16;
    if (text[1] == 'o' || text[1] == 'O') base = 8;
    if (text[1] == 'b' || text[1] == 'B') base = 2;
    if (base != 0) {
      std::string digits;
      std::string_view rest = text.substr(2);
      if (rest[0] == '_') rest.remove_prefix(1);  // 0x_ff
      if (!strip_underscores(rest, digits)) return {};
      return integer(digits, base);
    }
  }
  std::string plain;
  if (text.size() == 2 && text[0] == '0' && (text[1] == 'x' || text[1] == 'X')) return {};
  if (!strip_underscores(text, plain)) return {};
  bool is_imaginary = !plain.empty() && (plain.back() == 'j' || plain.back() == 'J');
  if (is_imaginary) plain.pop_back();
  size_t digits = 0, dots = 0, exponents = 0;
  for (size_t i = 0; i < plain.size(); ++i) {
    char c = plain[i];
    if (c >= '0' && c <= '9') {
      ++digits;
    } else if (c == '.' && exponents == 0) {
      ++dots;
    } else if ((c == 'e' || c == 'E') && digits > 0) {
      ++exponents;
      if (i + 1 < plain.size() && (plain[i + 1] == '+' || plain[i + 1] == '-')) ++i;
      if (i + 1 >= plain.size()) return {};
    } else {
      return {};
    }
  }
  if (digits == 0 || dots > 1 || exponents > 1) return {};
  NumberLiteral result;
  if (dots == 0 && exponents == 0 && !is_imaginary) {
    // 007 is not an integer in Python, 000 is.
    if (plain.size() > 1 && plain[0] == '0' && plain.find_first_not_of('0') != std::string::npos)
      return {};
    return integer(plain, 10);
  }
  if (is_imaginary) {
    result.what = NumberLiteral::What::Imaginary;
    return result;
  }
  auto [end, error] = std::from_chars(plain.data(), plain.data() + plain.size(), result.value);
  if (error == std::errc::result_out_of_range) {
    // Python's reading: too large is infinite, too small is zero.
    size_t exponent = plain.find_first_of("eE");
    bool is_small = exponent != std::string::npos && plain[exponent + 1] == '-';
    if (exponent == std::string::npos) is_small = plain[0] == '0' || plain[0] == '.';
    result.value = is_small ? 0.0 : std::numeric_limits<double>::infinity();
  } else if (error != std::errc() || end != plain.data() + plain.size()) {
    return {};
  }
  result.what = NumberLiteral::What::Float;
  return result;
}

}  // namespace tack::python
