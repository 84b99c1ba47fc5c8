// SPDX-License-Identifier: Apache-2.0
// Conversions. Small ints without a type of their own live in 32 bits, extended by their sign.
#include "backend/spirv/emitter.hpp"
#include "support/ice.hpp"

namespace tack::spirv {

using S = spv::Op;

// Integer to integer: low bits; widening by the source's signedness.
Id Emitter::resize(Type from, Type to, Id x) {
  // Written for u32, but simplify merges conversions.
  if (is_two_words(to)) return two_words(resize(from, ir::kU32, x), u32(0));
  if (is_two_words(from))
    return resize(ir::kU32, to, op(S::OpCompositeExtract, w_.int_type(32), {x, 0}));
  uint32_t have = carried_bits(from.kind), want = carried_bits(to.kind);
  Id ty = type(to);
  if (have > want) {
    x = op(S::OpUConvert, ty, {x});
  } else if (have < want) {
    x = op(from.is_signed() ? S::OpSConvert : S::OpUConvert, ty, {x});
  }
  auto bits = static_cast<uint32_t>(ir::bits_of(to));
  if (want == bits) return x;
  // Carried in more bits than it has: bring it to its range, unless the source's lies inside.
  bool fits = ir::bits_of(from) < ir::bits_of(to) && (!from.is_signed() || to.is_signed());
  if (fits || from.kind == to.kind) return x;
  if (!to.is_signed())
    return op(S::OpBitwiseAnd, ty, {x, w_.constant(ty, want, (uint64_t{1} << bits) - 1)});
  Id shift = w_.constant(ty, want, want - bits);
  return op(S::OpShiftRightArithmetic, ty, {op(S::OpShiftLeftLogical, ty, {x, shift}), shift});
}

// Float to integer: toward zero, saturating, NaN to 0. The conversion itself only ever sees numbers
// that fit: everything else is undefined in SPIR-V.
Id Emitter::saturate(Type from, Type to, Id x) {
  int bits = ir::bits_of(to);
  Id truth = w_.bool_type(), fty = type(from);
  auto power = [&](int exponent, bool negative) {  // +-2^exponent, exact in either width
    uint64_t sign = negative ? 1 : 0;
    uint64_t image = from.kind == Kind::F32
                         ? sign << 31 | static_cast<uint64_t>(127 + exponent) << 23
                         : sign << 63 | static_cast<uint64_t>(1023 + exponent) << 52;
    return constant(from, image);
  };
  int top = to.is_signed() ? bits - 1 : bits;
  Id big = op(S::OpFOrdGreaterThanEqual, truth, {x, power(top, false)});
  Id least = to.is_signed() ? power(top, true) : constant(from, 0);
  Id inside = op(S::OpLogicalAnd, truth,
                 {op(S::OpFOrdGreaterThan, truth, {x, least}),
                  op(S::OpFOrdLessThan, truth, {x, power(top, false)})});
  Id safe = select(fty, inside, x, constant(from, 0));
  // Small targets go by 32 bits: fewer conversions for a driver to get wrong.
  Type wide = bits < 32 ? (to.is_signed() ? ir::kI32 : ir::kU32) : to;
  Id number = op(to.is_signed() ? S::OpConvertFToS : S::OpConvertFToU, type(wide), {safe});
  if (wide != to) number = resize(wide, to, number);
  uint64_t all = ~uint64_t{0} >> (64 - bits);
  Id result = select(type(to), big, constant(to, to.is_signed() ? all >> 1 : all), number);
  if (!to.is_signed()) return result;
  Id small = op(S::OpFOrdLessThanEqual, truth, {x, least});
  return select(type(to), small, constant(to, (all >> 1) + 1), result);
}

Id Emitter::convert(Type from, Type to, Id x) {
  if (from == to) return x;
  if (from.is_bool() && is_two_words(to)) return two_words(convert(from, ir::kU32, x), u32(0));
  if (from.is_bool()) {
    uint64_t one = to.kind == Kind::F32   ? 0x3f800000
                   : to.kind == Kind::F64 ? 0x3ff0000000000000
                                          : 1;
    return select(type(to), x, constant(to, one), constant(to, 0));
  }
  if (from.is_int() && to.is_int()) return resize(from, to, x);
  if (from.is_float() && to.is_float()) return op(S::OpFConvert, type(to), {x});
  if (from.is_float()) return saturate(from, to, x);
  // Small ints by 32 bits, exact in either float.
  if (ir::bits_of(from) < 32) {
    Type wide = from.is_signed() ? ir::kI32 : ir::kU32;
    x = resize(from, wide, x);
    from = wide;
  }
  return op(from.is_signed() ? S::OpConvertSToF : S::OpConvertUToF, type(to), {x});
}

Id Emitter::bitcast(Type from, Type to, Id x) {
  if (from == to) return x;
  if (from.is_int() && to.is_int()) return resize(from, to, x);
  return op(S::OpBitcast, type(to), {x});
}

}  // namespace tack::spirv
