// SPDX-License-Identifier: Apache-2.0
#include "ir/print_format.hpp"

#include <bit>
#include <charconv>
#include <cmath>

namespace tack::ir {
namespace {

// The shortest decimal that reads back, in Python's layout: from 1e-4 up to below 1e16 without an
// exponent, and always with a point or an exponent.
template <class F>
std::string real_text(F value) {
  if (std::isnan(value)) return "nan";
  if (std::isinf(value)) return value < 0 ? "-inf" : "inf";
  char buffer[64];
  auto done = std::to_chars(buffer, buffer + sizeof buffer, value, std::chars_format::scientific);
  std::string_view text(buffer, static_cast<size_t>(done.ptr - buffer));
  std::string out;
  if (text[0] == '-') {
    out = "-";
    text.remove_prefix(1);
  }
  size_t e = text.find('e');
  std::string digits(text.substr(0, e));
  if (digits.size() > 1) digits.erase(1, 1);  // the point
  std::string_view power = text.substr(e + 1);
  if (power[0] == '+') power.remove_prefix(1);
  int exponent = 0;
  std::from_chars(power.data(), power.data() + power.size(), exponent);
  int count = static_cast<int>(digits.size());
  if (exponent < -4 || exponent >= 16) {
    out += digits.substr(0, 1);
    if (count > 1) out += "." + digits.substr(1);
    std::string size = std::to_string(std::abs(exponent));
    return out + "e" + (exponent < 0 ? "-" : "+") + (size.size() < 2 ? "0" : "") + size;
  }
  if (exponent < 0)
    return out + "0." + std::string(static_cast<size_t>(-exponent - 1), '0') + digits;
  if (exponent + 1 >= count)
    return out + digits + std::string(static_cast<size_t>(exponent + 1 - count), '0') + ".0";
  return out + digits.substr(0, static_cast<size_t>(exponent) + 1) + "." +
         digits.substr(static_cast<size_t>(exponent) + 1);
}

std::string number_text(Kind kind, uint64_t bits) {
  Type type = Type::scalar(kind);
  if (kind == Kind::F32) return real_text(std::bit_cast<float>(static_cast<uint32_t>(bits)));
  if (kind == Kind::F64) return real_text(std::bit_cast<double>(bits));
  int unused = 64 - bits_of(kind);
  if (unused > 0) bits <<= unused;
  return type.is_signed() ? std::to_string(static_cast<int64_t>(bits) >> unused)
                          : std::to_string(bits >> unused);
}

}  // namespace

size_t placeholders(std::string_view text) {
  size_t count = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] != '%') continue;
    if (i + 1 < text.size() && text[i + 1] == '%') {
      ++i;
    } else {
      ++count;
    }
  }
  return count;
}

std::string print_literal(std::string_view text) {
  std::string out;
  for (char c : text) {
    out += c;
    if (c == '%') out += c;
  }
  return out;
}

std::string print_format(const Inst& print) {
  std::string_view text = print.text;
  std::string out;
  size_t next = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    out += text[i];
    if (text[i] != '%') continue;
    if (i + 1 < text.size() && text[i + 1] == '%') {
      out += text[++i];
    } else {
      out += static_cast<char>('a' + static_cast<int>(print.operands[next++]->type.kind));
    }
  }
  return out;
}

std::string format_print(std::string_view format, const uint64_t* values) {
  std::string out;
  for (size_t i = 0; i < format.size(); ++i) {
    if (format[i] != '%' || i + 1 == format.size()) {
      out += format[i];
      continue;
    }
    char kind = format[++i];
    if (kind == '%') {
      out += '%';
    } else {
      out += number_text(static_cast<Kind>(kind - 'a'), *values++);
    }
  }
  out += '\n';
  return out;
}

}  // namespace tack::ir
