// SPDX-License-Identifier: Apache-2.0
// Interval arithmetic of the total integer operations (docs/ir.md).
#include <initializer_list>
#include <optional>

#include "analysis/ranges.hpp"

namespace tack::analysis {
namespace {

using ir::Op;
using ir::Type;

Interval clamp(Type type, Interval exact) {
  Interval all = Interval::of_type(type);
  return exact.within(all) ? exact : all;
}

Interval multiply(Type type, Interval a, Interval b) {
  Interval out;
  bool is_first = true;
  for (Wide x : {a.lo, a.hi}) {
    for (Wide y : {b.lo, b.hi}) {
      Wide product;
      if (__builtin_mul_overflow(x, y, &product)) return Interval::of_type(type);
      out = is_first ? Interval{product, product} : out.join({product, product});
      is_first = false;
    }
  }
  return clamp(type, out);
}

Wide floor_divide(Wide a, Wide b) {
  Wide q = a / b;
  return (a % b != 0 && (a < 0) != (b < 0)) ? q - 1 : q;
}

Interval divide(Op op, Type type, Interval a, Interval b) {
  std::optional<Interval> out;
  auto take = [&](Wide value) { out = out ? out->join({value, value}) : Interval{value, value}; };
  if (b.contains(0)) take(0);
  // Quotients are monotone in each operand on each side of zero.
  for (Wide y : {b.lo, b.hi, Wide{-1}, Wide{1}}) {
    if (y == 0 || !b.contains(y)) continue;
    for (Wide x : {a.lo, a.hi, Wide{0}}) {
      if (a.contains(x)) take(op == Op::Div ? x / y : floor_divide(x, y));
    }
  }
  return clamp(type, *out);
}

Wide magnitude(Interval x) { return std::max(x.lo < 0 ? -x.lo : x.lo, x.hi < 0 ? -x.hi : x.hi); }

Interval remainder(Op op, Interval a, Interval b) {
  Interval out{0, 0};
  if (op == Op::Rem) {
    Wide most = std::max<Wide>(magnitude(b) - 1, 0);
    if (a.hi > 0) out.hi = std::min(most, a.hi);
    if (a.lo < 0) out.lo = -std::min(most, -a.lo);
  } else {
    if (b.hi > 0) out.hi = a.lo >= 0 ? std::min(b.hi - 1, a.hi) : b.hi - 1;
    if (b.lo < 0) out.lo = a.hi <= 0 ? std::max(b.lo + 1, a.lo) : b.lo + 1;
  }
  return b.contains(0) ? out.join(a) : out;
}

// The least 2^k - 1 that is not below a number.
Wide ones_over(Wide value) {
  Wide ones = 0;
  while (ones < value) ones = ones * 2 + 1;
  return ones;
}

Interval bitwise(Op op, Type type, Interval a, Interval b) {
  if (op == Op::And) {
    if (a.lo >= 0 && b.lo >= 0) return {0, std::min(a.hi, b.hi)};
    if (a.lo >= 0) return {0, a.hi};
    if (b.lo >= 0) return {0, b.hi};
    return Interval::of_type(type);
  }
  if (a.lo < 0 || b.lo < 0) return Interval::of_type(type);
  Wide lo = op == Op::Or ? std::max(a.lo, b.lo) : 0;
  return {lo, ones_over(std::max(a.hi, b.hi))};
}

Interval shift(Op op, Type type, Interval a, Interval b) {
  int bits = ir::bits_of(type);
  if (b.lo < 0 || b.hi >= bits) {
    if (op == Op::Shr) return a.join({0, 0}).join(a.lo < 0 ? Interval{-1, -1} : Interval{0, 0});
    return Interval::of_type(type);
  }
  if (op == Op::Shl) return multiply(type, a, {Wide{1} << b.lo, Wide{1} << b.hi});
  // Moving right brings a number nearer to 0 (or to -1).
  return {a.lo >> (a.lo < 0 ? b.lo : b.hi), a.hi >> (a.hi < 0 ? b.hi : b.lo)};
}

}  // namespace

Interval evaluate(Op op, Type type, Interval a, Interval b) {
  switch (op) {
    case Op::Add:
      return clamp(type, {a.lo + b.lo, a.hi + b.hi});
    case Op::Sub:
      return clamp(type, {a.lo - b.hi, a.hi - b.lo});
    case Op::Mul:
      return multiply(type, a, b);
    case Op::Neg:
      return clamp(type, {-a.hi, -a.lo});
    case Op::Abs: {
      Interval all = Interval::of_type(type);
      if (type.is_signed() && a.contains(all.lo)) return {all.lo, all.hi};
      return {a.contains(0) ? 0 : std::min(a.lo < 0 ? -a.lo : a.lo, a.hi < 0 ? -a.hi : a.hi),
              magnitude(a)};
    }
    case Op::Div:
    case Op::FloorDiv:
      return divide(op, type, a, b);
    case Op::Rem:
    case Op::FloorMod:
      return remainder(op, a, b);
    case Op::Min:
      return {std::min(a.lo, b.lo), std::min(a.hi, b.hi)};
    case Op::Max:
      return {std::max(a.lo, b.lo), std::max(a.hi, b.hi)};
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return bitwise(op, type, a, b);
    case Op::Not:
      if (type.is_unsigned() || type.is_bool()) {
        Wide top = Interval::of_type(type).hi;
        return {top - a.hi, top - a.lo};
      }
      return {-a.hi - 1, -a.lo - 1};
    case Op::Shl:
    case Op::Shr:
      return shift(op, type, a, b);
    default:
      return Interval::of_type(type);
  }
}

}  // namespace tack::analysis
