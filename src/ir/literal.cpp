// SPDX-License-Identifier: Apache-2.0
#include "ir/literal.hpp"

#include <bit>
#include <charconv>
#include <cmath>
#include <system_error>

namespace tack::ir {
namespace {

constexpr const char* kSpaces[] = {"", "private", "workgroup", "host"};

template <class Float>
std::string shortest(Float value) {
  char buffer[64];
  auto end = std::to_chars(buffer, buffer + sizeof buffer, value).ptr;
  std::string text(buffer, end);
  if (text.find_first_of(".e") == std::string::npos) text += ".0";
  return text;
}

std::string float_text(Kind kind, uint64_t bits) {
  bool single = kind == Kind::F32;
  double value =
      single ? std::bit_cast<float>(static_cast<uint32_t>(bits)) : std::bit_cast<double>(bits);
  std::string suffix = std::string("_") + kind_name(kind);
  if (std::isnan(value)) return "nan" + suffix;
  if (std::isinf(value)) return (value < 0 ? "-inf" : "inf") + suffix;
  std::string text = single ? shortest(static_cast<float>(value)) : shortest(value);
  return text + kind_name(kind);
}

template <class Float>
Result<uint64_t> parse_float(std::string_view text) {
  Float value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::result_out_of_range || std::isinf(value))
    return Error{"the number is out of range"};
  if (error != std::errc() || end != text.data() + text.size()) return Error{"not a number"};
  if constexpr (sizeof(Float) == 4) return uint64_t{std::bit_cast<uint32_t>(value)};
  if constexpr (sizeof(Float) == 8) return std::bit_cast<uint64_t>(value);
}

// Takes `xW` off the end of `text`: the lane count, 0 without one.
uint16_t take_lanes(std::string_view& text) {
  size_t x = text.rfind('x');
  if (x == std::string_view::npos || x + 1 == text.size() || x + 5 < text.size()) return 0;
  unsigned lanes = 0;
  auto [end, error] = std::from_chars(text.data() + x + 1, text.data() + text.size(), lanes);
  if (error != std::errc() || end != text.data() + text.size()) return 0;
  text = text.substr(0, x);
  return static_cast<uint16_t>(lanes);
}

Result<Literal> parse_word(std::string_view word, uint16_t lanes) {
  if (word == "true" || word == "false")
    return Literal{kI1.with_lanes(lanes), static_cast<uint64_t>(word == "true")};
  if (word == "null") return Literal{kPtr.with_lanes(lanes), 0};
  for (Space space : {Space::Private, Space::Workgroup, Space::Host}) {
    if (word == std::string("null_") + space_name(space))
      return Literal{Type::ptr(space).with_lanes(lanes), 0};
  }
  for (Kind kind : {Kind::F32, Kind::F64}) {
    std::string suffix = std::string("_") + kind_name(kind);
    bool single = kind == Kind::F32;
    Type type = Type::scalar(kind).with_lanes(lanes);
    uint64_t inf = single ? 0x7F800000u : 0x7FF0000000000000u;
    if (word == "inf" + suffix) return Literal{type, inf};
    if (word == "-inf" + suffix) return Literal{type, inf | uint64_t{1} << (bits_of(kind) - 1)};
    if (word == "nan" + suffix)
      return Literal{type, single ? uint64_t{0x7FC00000u} : uint64_t{0x7FF8000000000000u}};
  }
  return Error{"not a constant"};
}

}  // namespace

const char* space_name(Space space) { return kSpaces[static_cast<int>(space) & 3]; }

Kind kind_named(std::string_view text) {
  for (int k = static_cast<int>(Kind::I1); k <= static_cast<int>(Kind::F64); ++k) {
    if (text == kind_name(static_cast<Kind>(k))) return static_cast<Kind>(k);
  }
  return Kind::Void;
}

std::string integer_text(Kind kind, uint64_t bits) {
  if (!Type::scalar(kind).is_signed()) return std::to_string(bits);
  int unused = 64 - bits_of(kind);
  return std::to_string(static_cast<int64_t>(bits << unused) >> unused);
}

Result<uint64_t> parse_integer(Kind kind, std::string_view text) {
  Type type = Type::scalar(kind);
  bool negative = text.starts_with('-');
  if (negative) text.remove_prefix(1);
  uint64_t value = 0;
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  if (error == std::errc::invalid_argument || end != text.data() + text.size())
    return Error{"not an integer"};
  int width = bits_of(kind);
  uint64_t ones = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  uint64_t limit = type.is_signed() ? (ones >> 1) + negative : negative ? 0 : ones;
  if (error != std::errc() || value > limit)
    return Error{std::string("the number does not fit ") + kind_name(kind)};
  return (negative ? 0 - value : value) & ones;
}

std::string literal_text(Type type, uint64_t bits) {
  std::string text;
  if (type.kind == Kind::I1) {
    text = bits ? "true" : "false";
  } else if (type.is_ptr()) {
    text = "null";
    if (type.space() != Space::Global) text += std::string("_") + space_name(type.space());
  } else if (type.is_float()) {
    text = float_text(type.kind, bits);
  } else if (type.is_int()) {
    text = integer_text(type.kind, bits) + kind_name(type.kind);
  } else {
    return "<bad constant>";
  }
  if (type.is_lanes()) text += "x" + std::to_string(type.lanes);
  return text;
}

Result<Literal> parse_literal(std::string_view text) {
  uint16_t lanes = take_lanes(text);
  size_t digit = text.starts_with('-') ? 1 : 0;
  if (digit >= text.size() || text[digit] < '0' || text[digit] > '9')
    return parse_word(text, lanes);
  size_t suffix = text.find_last_of("iuf");
  if (suffix == std::string_view::npos)
    return Error{"a constant needs its type as suffix, as in 5i32"};
  Kind kind = kind_named(text.substr(suffix));
  if (kind == Kind::Void || kind == Kind::I1) return Error{"not a type of numbers"};
  Type type = Type::scalar(kind).with_lanes(lanes);
  text = text.substr(0, suffix);
  Result<uint64_t> bits = kind == Kind::F32   ? parse_float<float>(text)
                          : kind == Kind::F64 ? parse_float<double>(text)
                                              : parse_integer(kind, text);
  if (!bits) return bits.error();
  return Literal{type, *bits};
}

}  // namespace tack::ir
