// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/helpers.hpp"

#include "ir/literal.hpp"
#include "support/ice.hpp"

namespace tack::c89 {
namespace {

using namespace ir;

struct Helper {
  const char* name;
  const char* uses;  // one other helper, which comes before it; null: none
  const char* text;
};

// Signed division rounds as the compiler likes in C89, so it is done on magnitudes. 0u - x wraps.
constexpr Helper kHelpers[] = {
    {"tack_div_u32", nullptr,
     "static tack_u32 tack_div_u32(tack_u32 a, tack_u32 b) { return b ? a / b : 0U; }\n"},
    {"tack_rem_u32", nullptr,
     "static tack_u32 tack_rem_u32(tack_u32 a, tack_u32 b) { return b ? a % b : a; }\n"},
    {"tack_size_i32", nullptr,
     "static tack_u32 tack_size_i32(tack_i32 a) {\n"
     "  return a < 0 ? (tack_u32)0 - (tack_u32)a : (tack_u32)a;\n"
     "}\n"},
    {"tack_div_i32", "tack_size_i32",
     "static tack_i32 tack_div_i32(tack_i32 a, tack_i32 b) {\n"
     "  tack_u32 q = b ? tack_size_i32(a) / tack_size_i32(b) : (tack_u32)0;\n"
     "  return (tack_i32)((a < 0) != (b < 0) ? (tack_u32)0 - q : q);\n"
     "}\n"},
    {"tack_rem_i32", "tack_size_i32",
     "static tack_i32 tack_rem_i32(tack_i32 a, tack_i32 b) {\n"
     "  tack_u32 r = b ? tack_size_i32(a) % tack_size_i32(b) : tack_size_i32(a);\n"
     "  return (tack_i32)(a < 0 ? (tack_u32)0 - r : r);\n"
     "}\n"},
    {"tack_floordiv_i32", "tack_size_i32",
     "static tack_i32 tack_floordiv_i32(tack_i32 a, tack_i32 b) {\n"
     "  tack_u32 x = tack_size_i32(a), y = tack_size_i32(b), q;\n"
     "  if (b == 0) return 0;\n"
     "  q = x / y;\n"
     "  if ((a < 0) == (b < 0)) return (tack_i32)q;\n"
     "  return (tack_i32)((tack_u32)0 - q - (x % y ? 1U : 0U));\n"
     "}\n"},
    {"tack_floormod_i32", "tack_rem_i32",
     "static tack_i32 tack_floormod_i32(tack_i32 a, tack_i32 b) {\n"
     "  tack_i32 r = tack_rem_i32(a, b);\n"
     "  if (b == 0 || r == 0 || (a < 0) == (b < 0)) return r;\n"
     "  return (tack_i32)((tack_u32)r + (tack_u32)b);\n"
     "}\n"},
    {"tack_shr_i32", nullptr,
     "static tack_i32 tack_shr_i32(tack_i32 a, int n) {\n"
     "  return (tack_i32)(a < 0 ? ~(~(tack_u32)a >> n) : (tack_u32)a >> n);\n"
     "}\n"},
    {"tack_abs_i32", "tack_size_i32",
     "static tack_i32 tack_abs_i32(tack_i32 a) { return (tack_i32)tack_size_i32(a); }\n"},
    {"tack_min_i32", nullptr,
     "static tack_i32 tack_min_i32(tack_i32 a, tack_i32 b) { return b < a ? b : a; }\n"},
    {"tack_max_i32", nullptr,
     "static tack_i32 tack_max_i32(tack_i32 a, tack_i32 b) { return b > a ? b : a; }\n"},
    {"tack_min_u32", nullptr,
     "static tack_u32 tack_min_u32(tack_u32 a, tack_u32 b) { return b < a ? b : a; }\n"},
    {"tack_max_u32", nullptr,
     "static tack_u32 tack_max_u32(tack_u32 a, tack_u32 b) { return b > a ? b : a; }\n"},
    {"tack_min_f32", nullptr,
     "static float tack_min_f32(float a, float b) { return b < a || a != a ? b : a; }\n"},
    {"tack_max_f32", nullptr,
     "static float tack_max_f32(float a, float b) { return b > a || a != a ? b : a; }\n"},
    {"tack_min_f64", nullptr,
     "static double tack_min_f64(double a, double b) { return b < a || a != a ? b : a; }\n"},
    {"tack_max_f64", nullptr,
     "static double tack_max_f64(double a, double b) { return b > a || a != a ? b : a; }\n"},
    // 0.0 - x where GCC 12 sees that x is no negative zero: it writes -x, which is -0.0 for 0.0.
    {"tack_sub_f32", nullptr,
     "static float tack_sub_f32(float a, float b) { return (float)(a - b); }\n"},
    {"tack_sub_f64", nullptr, "static double tack_sub_f64(double a, double b) { return a - b; }\n"},
    {"tack_trunc_f64", nullptr,
     "static double tack_trunc_f64(double x) { return x < 0 ? ceil(x) : floor(x); }\n"},
    {"tack_trunc_f32", "tack_trunc_f64",
     "static float tack_trunc_f32(float x) { return (float)tack_trunc_f64(x); }\n"},
    // Adding and taking away the first number that has no fraction bits rounds to nearest even;
    // what is beyond it, infinite or NaN is whole already, and a zero keeps its sign.
    {"tack_rint_f32", nullptr,
     "static float tack_rint_f32(float x) {\n"
     "  volatile float t;\n"
     "  if (!(x > -8388608.0f && x < 8388608.0f) || x == 0) return x;\n"
     "  if (x < 0) {\n"
     "    t = 8388608.0f - x;\n"
     "    t = t - 8388608.0f;\n"
     "    return -t;\n"
     "  }\n"
     "  t = x + 8388608.0f;\n"
     "  t = t - 8388608.0f;\n"
     "  return t;\n"
     "}\n"},
    {"tack_rint_f64", nullptr,
     "static double tack_rint_f64(double x) {\n"
     "  volatile double t;\n"
     "  if (!(x > -4503599627370496.0 && x < 4503599627370496.0) || x == 0) return x;\n"
     "  if (x < 0) {\n"
     "    t = 4503599627370496.0 - x;\n"
     "    t = t - 4503599627370496.0;\n"
     "    return -t;\n"
     "  }\n"
     "  t = x + 4503599627370496.0;\n"
     "  t = t - 4503599627370496.0;\n"
     "  return t;\n"
     "}\n"},
    {"tack_bits_f32", nullptr,
     "static tack_u32 tack_bits_f32(float x) {\n"
     "  tack_u32 bits;\n"
     "  memcpy(&bits, &x, sizeof bits);\n"
     "  return bits;\n"
     "}\n"},
    {"tack_float_u32", nullptr,
     "static float tack_float_u32(tack_u32 bits) {\n"
     "  float x;\n"
     "  memcpy(&x, &bits, sizeof x);\n"
     "  return x;\n"
     "}\n"},
    // Which word of a double is the low one is asked at run time.
    {"tack_low_word", nullptr,
     "static int tack_low_word(void) {\n"
     "  tack_u32 one = 1;\n"
     "  unsigned char first;\n"
     "  memcpy(&first, &one, 1);\n"
     "  return first ? 0 : 1;\n"
     "}\n"},
    {"tack_low_f64", "tack_low_word",
     "static tack_u32 tack_low_f64(double x) {\n"
     "  tack_u32 words[2];\n"
     "  memcpy(words, &x, sizeof words);\n"
     "  return words[tack_low_word()];\n"
     "}\n"},
    {"tack_high_f64", "tack_low_word",
     "static tack_u32 tack_high_f64(double x) {\n"
     "  tack_u32 words[2];\n"
     "  memcpy(words, &x, sizeof words);\n"
     "  return words[1 - tack_low_word()];\n"
     "}\n"},
    {"tack_join_f64", "tack_low_word",
     "static double tack_join_f64(tack_u32 low, tack_u32 high) {\n"
     "  double x;\n"
     "  tack_u32 words[2];\n"
     "  words[tack_low_word()] = low;\n"
     "  words[1 - tack_low_word()] = high;\n"
     "  memcpy(&x, words, sizeof x);\n"
     "  return x;\n"
     "}\n"},
    // One rounding. The product is exact as a double; the sum is rounded to odd, so that rounding
    // it again is right (a double has more than twice a float's bits and two).
    {"tack_fma_f32", "tack_join_f64",
     "static float tack_fma_f32(float a, float b, float c) {\n"
     "  volatile double p = (double)a * b;\n"
     "  volatile double s = p + c;\n"
     "  volatile double t, u, error;\n"
     "  tack_u32 words[2], low;\n"
     "  if (!(s - s == 0) || s == 0) return (float)s;\n"
     "  t = s - p;\n"
     "  u = s - t;\n"
     "  error = p - u;\n"
     "  u = c - t;\n"
     "  error = error + u;\n"
     "  if (error == 0) return (float)s;\n"
     "  t = s;\n"
     "  memcpy(words, (const void *)&t, sizeof words);\n"
     "  low = words[tack_low_word()];\n"
     "  if (low & 1U) return (float)s;\n"
     "  if ((error > 0) == (s > 0)) {\n"
     "    return (float)tack_join_f64(low + 1U, words[1 - tack_low_word()]);\n"
     "  }\n"
     "  return (float)tack_join_f64(low - 1U, words[1 - tack_low_word()] - (low == 0 ? 1U : 0U));\n"
     "}\n"},
};

const Helper* find(const std::string& name) {
  for (const Helper& h : kHelpers) {
    if (name == h.name) return &h;
  }
  return nullptr;
}

// tack_f32_to_i8 and its like: the bounds are powers of two, so that they are exact.
std::string float_to_int_text(const std::string& name) {
  Type from = name.find("f32") != std::string::npos ? kF32 : kF64;
  Type to = Type::scalar(kind_named(name.substr(name.rfind('_') + 1)));
  int bits = bits_of(to) - (to.is_signed() ? 1 : 0);
  std::string dot = from == kF32 ? ".0f" : ".0";
  std::string above = std::to_string(uint64_t{1} << bits);
  std::string most = std::to_string((uint64_t{1} << bits) - 1);
  std::string type = c_type(to);
  std::string least = to.is_signed() ? "(" + type + ")(-" + most + "L - 1L)" : "0";
  std::string low = to.is_signed() ? "-" + above + dot : "0" + dot;
  return "static " + type + " " + name + "(" + c_type(from) + " x) {\n" +
         "  if (x != x) return 0;\n" + "  if (x <= " + low + ") return " + least + ";\n" +
         "  if (x >= " + above + dot + ") return (" + type + ")" + most + "UL;\n" + "  return (" +
         type + ")x;\n}\n";
}

void add(const std::string& name, std::set<std::string>& done, std::string& out) {
  if (!done.insert(name).second) return;
  if (name.find("_to_") != std::string::npos) {
    out += float_to_int_text(name);
    return;
  }
  const Helper* helper = find(name);
  if (!helper) TACK_ICE("no C89 helper " + name);
  if (helper->uses) add(helper->uses, done, out);
  out += helper->text;
}

}  // namespace

std::string suffix(Type type) { return kind_name(type.kind); }

std::string c_type(Type type) {
  switch (type.kind) {
    case Kind::I1:
      return "int";
    case Kind::F32:
      return "float";
    case Kind::F64:
      return "double";
    case Kind::Buffer:
      return c_type(Type::scalar(type.buffer_element())) + " *";
    default:
      TACK_CHECK(type.is_int() && bits_of(type) < 64 && !type.is_lanes());
      return std::string("tack_") + kind_name(type.kind);
  }
}

std::string float_to_int(Type from, Type to) {
  return "tack_" + suffix(from) + "_to_" + suffix(to);
}

std::string prologue(const std::set<std::string>& helpers) {
  std::string out =
      "/* Made by Tack. C89; signed numbers are two's complement. */\n"
      "#include <limits.h>\n";
  // Without floats a compiler that has none, nor their header, will do.
  if (helpers.contains("math.h")) out += "#include <math.h>\n";
  out +=
      "#include <string.h>\n\n"
      "#if UINT_MAX >= 4294967295UL\n"
      "typedef int tack_i32;\n"
      "typedef unsigned int tack_u32;\n"
      "#else\n"
      "typedef long tack_i32;\n"
      "typedef unsigned long tack_u32;\n"
      "#endif\n"
      "typedef signed char tack_i8;\n"
      "typedef unsigned char tack_u8;\n"
      "typedef short tack_i16;\n"
      "typedef unsigned short tack_u16;\n\n";
  std::set<std::string> done;
  for (const std::string& name : helpers) {
    if (name != "math.h") add(name, done, out);
  }
  return out;
}

}  // namespace tack::c89
