// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/host_types.hpp"

#include <cstdio>

#include "support/ice.hpp"

namespace tack::c89 {

using namespace ir;

std::string host_suffix(Type type) {
  if (type.is_ptr()) return "ptr";
  return type.is_bool() ? "u8" : kind_name(type.kind);
}

std::string host_type(Type type) {
  TACK_CHECK(!type.is_lanes());
  switch (type.kind) {
    case Kind::Void:
      return "void";
    case Kind::I1:
      return "tack_u8";
    case Kind::F32:
      return "float";
    case Kind::F64:
      return "double";
    case Kind::Ptr:
      return "void *";
    default:
      TACK_CHECK(type.is_int());
      return std::string("tack_") + kind_name(type.kind);
  }
}

std::string host_unsigned(Type type) { return bits_of(type) == 64 ? "tack_u64" : "tack_u32"; }

std::string declare(const std::string& type, const std::string& name) {
  return type + (type.ends_with('*') ? "" : " ") + name;
}

// The least numbers have no literal: a minus is an operator.
std::string host_integer(Type type, uint64_t bits) {
  if (type.is_ptr()) return bits ? "(void *)" + std::to_string(bits) + "UL" : "(void *)0";
  if (type.is_bool()) return bits ? "1" : "0";
  int width = bits_of(type);
  const char* suffix = width == 64 ? "L" : "";
  if (!type.is_signed()) {
    bits &= ~uint64_t{0} >> (64 - width);
    return std::to_string(bits) + (width >= 32 ? "U" : "") + suffix;
  }
  int64_t value = static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
  if (value >= 0) return std::to_string(value) + suffix;
  bool is_least = width >= 32 && value == INT64_MIN >> (64 - width);
  std::string text = "-" + std::to_string(0 - static_cast<uint64_t>(value + is_least)) + suffix;
  return is_least ? "(" + text + " - 1)" : "(" + text + ")";
}

// Octal escapes take three digits at most, so no digit behind one is drawn in; "?" could begin a
// trigraph.
std::string quoted(std::string_view text) {
  std::string out = "\"";
  for (char c : text) {
    if (c == '"' || c == '\\' || c == '?') {
      out += std::string("\\") + c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (c < ' ' || c > '~') {
      char escape[8];
      std::snprintf(escape, sizeof escape, "\\%03o", static_cast<unsigned char>(c));
      out += escape;
    } else {
      out += c;
    }
  }
  return out + "\"";
}

std::string host_prologue() {
  return "/* Made by xcc. C89 for compilers with 64-bit long and pointers, link with libtack_rt.a. "
         "*/\n"
         "\n"
         "#if defined(__BYTE_ORDER__) && __BYTE_ORDER__ != __ORDER_LITTLE_ENDIAN__\n"
         "#error \"this program was made for a machine that stores the low byte first\"\n"
         "#endif\n"
         "typedef signed char tack_i8;\n"
         "typedef unsigned char tack_u8;\n"
         "typedef short tack_i16;\n"
         "typedef unsigned short tack_u16;\n"
         "typedef int tack_i32;\n"
         "typedef unsigned int tack_u32;\n"
         "typedef long tack_i64;\n"
         "typedef unsigned long tack_u64;\n"
         "typedef void (*tack_code)(void);\n"
         "#if defined(__GNUC__)\n"
         "#define TACK_ALIGN(n) __attribute__((aligned(n)))\n"
         "#define TACK_MAY_ALIAS __attribute__((may_alias))\n"
         "#else\n"
         "#define TACK_ALIGN(n)\n"
         "#define TACK_MAY_ALIAS\n"
         "#endif\n"
         "/* An address n bytes on. By way of numbers, since C's own sum may not leave its object. "
         "*/\n"
         "#define TACK_AT(p, n) ((void *)((tack_u64)(p) + (tack_u64)(n)))\n"
         "/* What C89 leaves to the compiler and this program counts on. */\n"
         "typedef char tack_sizes_are_right[sizeof(int) == 4 && sizeof(long) == 8 &&\n"
         "                                  sizeof(void *) == 8 && sizeof(tack_code) == 8 ? 1 : "
         "-1];\n"
         "typedef char tack_numbers_are_right[(-7) / 2 == -3 && (-1 >> 1) == -1 &&\n"
         "                                    (signed char)255 == -1 ? 1 : -1];\n";
}

}  // namespace tack::c89
