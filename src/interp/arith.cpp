// SPDX-License-Identifier: Apache-2.0
#include "interp/arith.hpp"

#include <fmt/format.h>

#include <bit>
#include <cmath>
#include <limits>
#include <string>

#include "support/ice.hpp"

namespace tack::interp {
namespace {

using ir::Kind;
using ir::Op;
using ir::Type;

Int floor_div(Int a, Int b) {
  Int q = a / b;
  return a % b != 0 && (a < 0) != (b < 0) ? q - 1 : q;
}

// Integer ops of two operands. 128 bits hold every exact result, MIN / -1 and MIN * MIN included;
// the caller wraps.
Int integer_op(Op op, Int a, Int b, int width) {
  // The count modulo the width, as an unsigned number: widths are powers of two, so the low bits.
  int count = static_cast<int>(b & (width - 1));
  switch (op) {
    case Op::Add:
      return a + b;
    case Op::Sub:
      return a - b;
    case Op::Mul:
      // Unsigned, because the product of two u64 may pass the sign bit of 128.
      return static_cast<Int>(static_cast<unsigned __int128>(a) *
                              static_cast<unsigned __int128>(b));
    case Op::Div:
      return b == 0 ? 0 : a / b;
    case Op::Rem:
      return b == 0 ? a : a % b;
    case Op::FloorDiv:
      return b == 0 ? 0 : floor_div(a, b);
    case Op::FloorMod:
      return b == 0 ? a : a - floor_div(a, b) * b;
    case Op::Min:
      return b < a ? b : a;
    case Op::Max:
      return b > a ? b : a;
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Shl:
      return static_cast<Int>(static_cast<unsigned __int128>(a) << count);
    case Op::Shr:
      // Arithmetic if signed: the number itself was sign- or zero-extended.
      return a >> count;
    default:
      TACK_ICE("integer op " + std::string(ir::info(op).text));
  }
}

Int integer_op1(Op op, Int a) {
  switch (op) {
    case Op::Neg:
      return -a;
    case Op::Abs:
      return a < 0 ? -a : a;
    case Op::Not:
      return ~a;
    default:
      TACK_ICE("integer op " + std::string(ir::info(op).text));
  }
}

template <class F>
F float_op(Op op, F a, F b, F c) {
  switch (op) {
    case Op::Add:
      return a + b;
    case Op::Sub:
      return a - b;
    case Op::Mul:
      return a * b;
    case Op::Div:
      return a / b;
    case Op::Neg:
      return -a;
    case Op::Abs:
      return std::fabs(a);
    case Op::Min:
      return b < a || a != a ? b : a;
    case Op::Max:
      return b > a || a != a ? b : a;
    case Op::Fma:
      return std::fma(a, b, c);
    case Op::Sqrt:
      return std::sqrt(a);
    case Op::Floor:
      return std::floor(a);
    case Op::Ceil:
      return std::ceil(a);
    case Op::Trunc:
      return std::trunc(a);
    case Op::Rint:
      return std::nearbyint(a);  // ties to even in the default mode, which nothing here changes
    default:
      TACK_ICE("float op " + std::string(ir::info(op).text));
  }
}

template <class T>
bool compare(Op op, T a, T b) {
  switch (op) {
    case Op::Eq:
      return a == b;
    case Op::Ne:
      return a != b;
    case Op::Lt:
      return a < b;
    case Op::Le:
      return a <= b;
    case Op::Gt:
      return a > b;
    case Op::Ge:
      return a >= b;
    default:
      TACK_ICE("comparison " + std::string(ir::info(op).text));
  }
}

float f32(uint64_t bits) { return std::bit_cast<float>(static_cast<uint32_t>(bits)); }
double f64(uint64_t bits) { return std::bit_cast<double>(bits); }
uint64_t bits_of_float(float v) { return std::bit_cast<uint32_t>(v); }
uint64_t bits_of_float(double v) { return std::bit_cast<uint64_t>(v); }

double as_double(Kind kind, uint64_t bits) {
  return kind == Kind::F32 ? static_cast<double>(f32(bits)) : f64(bits);
}

// Toward zero, saturating; NaN gives 0. Both bounds are exact: -2^k and 2^k are doubles.
uint64_t float_to_int(double x, Kind to) {
  int width = ir::bits_of(to);
  bool is_signed = Type::scalar(to).is_signed();
  Int low = is_signed ? -(Int{1} << (width - 1)) : 0;
  Int high = (Int{1} << (is_signed ? width - 1 : width)) - 1;
  if (x != x) return 0;
  double whole = std::trunc(x);
  if (whole < static_cast<double>(low)) return wrap(to, low);
  if (whole >= static_cast<double>(high + 1)) return wrap(to, high);
  return wrap(to, static_cast<Int>(whole));
}

uint64_t convert(Kind from, Kind to, uint64_t bits) {
  Type in = Type::scalar(from), out = Type::scalar(to);
  if (in.is_float()) {
    if (out.is_int()) return float_to_int(as_double(from, bits), to);
    if (to == Kind::F64) return bits_of_float(as_double(from, bits));
    // f64 to f32 rounds once; f32 to f32 goes through f64 unchanged.
    return bits_of_float(static_cast<float>(as_double(from, bits)));
  }
  if (out.is_int()) return wrap(to, integer(from, bits));
  // One rounding, from the 64-bit integer straight to the float.
  if (in.is_signed()) {
    int64_t v = static_cast<int64_t>(integer(from, bits));
    return to == Kind::F32 ? bits_of_float(static_cast<float>(v))
                           : bits_of_float(static_cast<double>(v));
  }
  return to == Kind::F32 ? bits_of_float(static_cast<float>(bits))
                         : bits_of_float(static_cast<double>(bits));
}

}  // namespace

Int integer(Kind kind, uint64_t bits) {
  if (!Type::scalar(kind).is_signed()) return bits;
  switch (ir::bits_of(kind)) {
    case 8:
      return static_cast<int8_t>(bits);
    case 16:
      return static_cast<int16_t>(bits);
    case 32:
      return static_cast<int32_t>(bits);
    default:
      return static_cast<int64_t>(bits);
  }
}

uint64_t wrap(Kind kind, Int value) {
  int width = ir::bits_of(kind);
  uint64_t bits = static_cast<uint64_t>(value);
  return width == 0 || width == 64 ? bits : bits & ((uint64_t{1} << width) - 1);
}

uint64_t evaluate(Op op, Kind from, Kind to, std::span<const uint64_t> in) {
  switch (op) {
    case Op::Select:
      return in[0] != 0 ? in[1] : in[2];
    case Op::Convert:
      return convert(from, to, in[0]);
    case Op::Bitcast:
      return in[0];
    case Op::Eq:
    case Op::Ne:
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge:
      if (from == Kind::F32) return compare(op, f32(in[0]), f32(in[1]));
      if (from == Kind::F64) return compare(op, f64(in[0]), f64(in[1]));
      return compare(op, integer(from, in[0]), integer(from, in[1]));
    default:
      break;
  }
  auto at = [&](size_t i) { return i < in.size() ? in[i] : 0; };
  if (from == Kind::F32) return bits_of_float(float_op(op, f32(at(0)), f32(at(1)), f32(at(2))));
  if (from == Kind::F64) return bits_of_float(float_op(op, f64(at(0)), f64(at(1)), f64(at(2))));
  Int a = integer(from, in[0]);
  if (in.size() == 1) return wrap(to, integer_op1(op, a));
  return wrap(to, integer_op(op, a, integer(from, in[1]), ir::bits_of(from)));
}

bool is_scalar_op(Op op) {
  switch (ir::info(op).rule) {
    case ir::Rule::Number1:
    case ir::Rule::Number2:
    case ir::Rule::Int2:
    case ir::Rule::Float1:
    case ir::Rule::Float3:
    case ir::Rule::Bits1:
    case ir::Rule::Bits2:
    case ir::Rule::Compare:
    case ir::Rule::CompareAny:
    case ir::Rule::Select:
    case ir::Rule::Convert:
    case ir::Rule::Bitcast:
      return true;
    default:
      return false;
  }
}

bool is_nan(Kind kind, uint64_t bits) {
  return (kind == Kind::F32 && f32(bits) != f32(bits)) ||
         (kind == Kind::F64 && f64(bits) != f64(bits));
}

uint64_t flushed(Kind kind, uint64_t bits) {
  if (kind == Kind::F32 && std::fpclassify(f32(bits)) == FP_SUBNORMAL) return bits & 0x80000000u;
  if (kind == Kind::F64 && std::fpclassify(f64(bits)) == FP_SUBNORMAL)
    return bits & (uint64_t{1} << 63);
  return bits;
}

std::string show(Kind kind, uint64_t bits) {
  switch (kind) {
    case Kind::F32:
      return fmt::format("{}f32", f32(bits));
    case Kind::F64:
      return fmt::format("{}f64", f64(bits));
    case Kind::I1:
      return bits != 0 ? "true" : "false";
    case Kind::Ptr:
      return fmt::format("{:#x}", bits);
    default:
      return Type::scalar(kind).is_signed()
                 ? fmt::format("{}{}", static_cast<int64_t>(integer(kind, bits)),
                               ir::kind_name(kind))
                 : fmt::format("{}{}", bits, ir::kind_name(kind));
  }
}

}  // namespace tack::interp
