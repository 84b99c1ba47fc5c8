// SPDX-License-Identifier: Apache-2.0
// Pure ops. SPIR-V leaves division by zero, MIN / -1, counts past the width, the sign of OpSRem and
// the NaN rule of its min and max open; each is spelled out here as docs/ir.md wants it.
#include <spirv/unified1/GLSL.std.450.h>

#include "backend/spirv/emitter.hpp"
#include "support/ice.hpp"

namespace tack::spirv {

using ir::Op;
using S = spv::Op;

namespace {

uint32_t rounding(Op o) {
  return o == Op::Floor   ? GLSLstd450Floor
         : o == Op::Ceil  ? GLSLstd450Ceil
         : o == Op::Trunc ? GLSLstd450Trunc
                          : GLSLstd450RoundEven;
}

}  // namespace

uint32_t Emitter::carried_bits(Kind kind) const {
  auto bits = static_cast<uint32_t>(ir::bits_of(kind));
  if ((bits == 8 && !caps_.int8) || (bits == 16 && !caps_.int16)) return 32;
  return bits;
}

Id Emitter::type(Type t) {
  if (t.is_bool()) return w_.bool_type();
  uint32_t bits = carried_bits(t.kind);
  if (t.is_float()) {
    if (bits == 64) w_.capability(spv::Capability::Float64);
    return w_.float_type(bits);
  }
  TACK_CHECK(t.is_int());
  if (bits == 8) w_.capability(spv::Capability::Int8);
  if (bits == 16) w_.capability(spv::Capability::Int16);
  if (is_two_words(t)) return w_.vector_type(w_.int_type(32), 2);
  if (bits == 64) {
    w_.capability(spv::Capability::Int64);
  }
  return w_.int_type(bits);
}

Id Emitter::constant(Type t, uint64_t bits) {
  if (t.is_bool()) return w_.boolean(bits != 0);
  if (is_two_words(t))
    return w_.composite(type(t),
                        {u32(static_cast<uint32_t>(bits)), u32(static_cast<uint32_t>(bits >> 32))});
  uint32_t width = carried_bits(t.kind);
  if (t.is_signed() && width > static_cast<uint32_t>(ir::bits_of(t))) {
    int shift = 64 - ir::bits_of(t);
    bits = static_cast<uint64_t>(static_cast<int64_t>(bits << shift) >> shift);
  }
  return w_.constant(type(t), width, bits);
}

Id Emitter::of(const ir::Inst* value) {
  if (value->is_const()) return constant(value->type, value->bits);
  auto at = values_.find(value);
  if (at == values_.end())
    TACK_ICE("no value for operand '" + value->name + "' of op " +
             std::string(ir::info(value->op).text));
  return at->second;
}

Id Emitter::two_words(Id low, Id high) {
  return op(S::OpCompositeConstruct, type(ir::kU64), {low, high});
}

Id Emitter::glsl(uint32_t number, Id type, std::initializer_list<uint32_t> operands) {
  Words words{w_.glsl(), number};
  words.insert(words.end(), operands.begin(), operands.end());
  return w_.op(S::OpExtInst, type, words);
}

// By its bits: Mesa's compiler takes some x == x for true where x may be infinity times zero.
Id Emitter::is_nan(Type t, Id x) {
  Id word = w_.int_type(32), truth = w_.bool_type(), rest = u32(0x7fffffff);
  auto size = [&](Id bits) { return op(S::OpBitwiseAnd, word, {bits, rest}); };
  if (ir::bits_of(t) == 32) {
    Id bits = size(op(S::OpBitcast, word, {x}));
    return op(S::OpUGreaterThan, truth, {bits, u32(0x7f800000)});
  }
  Id words = op(S::OpBitcast, w_.vector_type(word, 2), {x});
  Id low = op(S::OpCompositeExtract, word, {words, 0});
  Id high = size(op(S::OpCompositeExtract, word, {words, 1}));
  Id above = op(S::OpUGreaterThan, truth, {high, u32(0x7ff00000)});
  Id at_end = op(S::OpIEqual, truth, {high, u32(0x7ff00000)});
  Id more = op(S::OpLogicalAnd, truth, {at_end, op(S::OpINotEqual, truth, {low, u32(0)})});
  return op(S::OpLogicalOr, truth, {above, more});
}

Id Emitter::comparison(Op o, Type t, Id a, Id b) {
  struct Row {
    Op op;
    S is_signed, is_unsigned, is_float;
  };
  static constexpr Row kRows[] = {
      {Op::Eq, S::OpIEqual, S::OpIEqual, S::OpFOrdEqual},
      {Op::Ne, S::OpINotEqual, S::OpINotEqual, S::OpFUnordNotEqual},
      {Op::Lt, S::OpSLessThan, S::OpULessThan, S::OpFOrdLessThan},
      {Op::Le, S::OpSLessThanEqual, S::OpULessThanEqual, S::OpFOrdLessThanEqual},
      {Op::Gt, S::OpSGreaterThan, S::OpUGreaterThan, S::OpFOrdGreaterThan},
      {Op::Ge, S::OpSGreaterThanEqual, S::OpUGreaterThanEqual, S::OpFOrdGreaterThanEqual},
  };
  Id truth = w_.bool_type();
  if (t.is_float() && a == b && (o == Op::Eq || o == Op::Ne)) {
    Id nan = is_nan(t, a);
    return o == Op::Ne ? nan : op(S::OpLogicalNot, truth, {nan});
  }
  if (t.is_bool()) return op(o == Op::Eq ? S::OpLogicalEqual : S::OpLogicalNotEqual, truth, {a, b});
  for (const Row& row : kRows) {
    if (row.op != o) continue;
    return op(t.is_float()    ? row.is_float
              : t.is_signed() ? row.is_signed
                              : row.is_unsigned,
              truth, {a, b});
  }
  TACK_ICE("not a comparison");
}

// Div, Rem, FloorDiv, FloorMod of integers. The remainder comes from the quotient: Vulkan leaves
// OpSRem and OpSMod undefined for negative operands.
Id Emitter::division(const ir::Inst& inst, Id a, Id b) {
  Type t = inst.type;
  Id ty = type(t), truth = w_.bool_type();
  Id zero = constant(t, 0), one = constant(t, 1);
  Id by_zero = op(S::OpIEqual, truth, {b, zero});
  Id unsafe = by_zero;
  if (t.is_signed()) {
    Id least = op(S::OpIEqual, truth, {a, constant(t, uint64_t{1} << (ir::bits_of(t) - 1))});
    Id minus = op(S::OpIEqual, truth, {b, constant(t, ~uint64_t{0})});
    unsafe = op(S::OpLogicalOr, truth, {unsafe, op(S::OpLogicalAnd, truth, {least, minus})});
  }
  Id divisor = select(ty, unsafe, one, b);  // x / 1 is also what MIN / -1 and its remainder want
  Id quotient = op(t.is_signed() ? S::OpSDiv : S::OpUDiv, ty, {a, divisor});
  if (inst.op == Op::Div || (inst.op == Op::FloorDiv && !t.is_signed()))
    return select(ty, by_zero, zero, quotient);
  Id rest = op(S::OpISub, ty, {a, op(S::OpIMul, ty, {quotient, divisor})});
  if (inst.op == Op::Rem || !t.is_signed()) return select(ty, by_zero, a, rest);
  Id uneven = op(S::OpINotEqual, truth, {rest, zero});
  Id signs = op(S::OpSLessThan, truth, {op(S::OpBitwiseXor, ty, {rest, divisor}), zero});
  Id lower = op(S::OpLogicalAnd, truth, {uneven, signs});
  if (inst.op == Op::FloorDiv) {
    Id down = select(ty, lower, op(S::OpISub, ty, {quotient, one}), quotient);
    return select(ty, by_zero, zero, down);
  }
  Id up = select(ty, lower, op(S::OpIAdd, ty, {rest, divisor}), rest);
  return select(ty, by_zero, a, up);
}

// b if b < a (max: b > a) or a is NaN, else a.
Id Emitter::minmax(const ir::Inst& inst, Id a, Id b) {
  Type t = inst.type;
  Id take_b = comparison(inst.op == Op::Min ? Op::Lt : Op::Gt, t, b, a);
  if (t.is_float()) take_b = op(S::OpLogicalOr, w_.bool_type(), {take_b, is_nan(inst.type, a)});
  return select(type(t), take_b, b, a);
}

Id Emitter::integer(const ir::Inst& inst, Id a, Id b) {
  Type t = inst.type;
  // Small ints without a type of their own are only loaded, converted and stored.
  TACK_CHECK(carried_bits(t.kind) == static_cast<uint32_t>(ir::bits_of(t)));
  Id ty = type(t);
  if (is_two_words(t)) {
    Id word = w_.int_type(32);
    if (inst.op == Op::Or) return op(S::OpBitwiseOr, ty, {a, b});
    TACK_CHECK(inst.operands[1]->is_const() && inst.operands[1]->bits == 32);
    if (inst.op == Op::Shl) return two_words(u32(0), op(S::OpCompositeExtract, word, {a, 0}));
    TACK_CHECK(inst.op == Op::Shr);
    return two_words(op(S::OpCompositeExtract, word, {a, 1}), u32(0));
  }
  auto count = [&] {
    return op(S::OpBitwiseAnd, ty, {b, constant(t, static_cast<uint64_t>(ir::bits_of(t) - 1))});
  };
  switch (inst.op) {
    case Op::Add:
      return op(S::OpIAdd, ty, {a, b});
    case Op::Sub:
      return op(S::OpISub, ty, {a, b});
    case Op::Mul:
      return op(S::OpIMul, ty, {a, b});
    case Op::Neg:
      return op(S::OpSNegate, ty, {a});
    case Op::Abs: {
      if (!t.is_signed()) return a;
      Id negative = op(S::OpSLessThan, w_.bool_type(), {a, constant(t, 0)});
      return select(ty, negative, op(S::OpSNegate, ty, {a}), a);
    }
    case Op::Div:
    case Op::Rem:
    case Op::FloorDiv:
    case Op::FloorMod:
      return division(inst, a, b);
    case Op::Min:
    case Op::Max:
      return minmax(inst, a, b);
    case Op::And:
      return op(S::OpBitwiseAnd, ty, {a, b});
    case Op::Or:
      return op(S::OpBitwiseOr, ty, {a, b});
    case Op::Xor:
      return op(S::OpBitwiseXor, ty, {a, b});
    case Op::Not:
      return op(S::OpNot, ty, {a});
    case Op::Shl:
      return op(S::OpShiftLeftLogical, ty, {a, count()});
    case Op::Shr:
      return op(t.is_signed() ? S::OpShiftRightArithmetic : S::OpShiftRightLogical, ty,
                {a, count()});
    default:
      TACK_ICE("no integer op " + std::string(ir::info(inst.op).text));
  }
}

// Rounding of f64 by adding and subtracting 2^52, at which the spacing of numbers is 1. Drivers
// emulate these, and lavapipe's (Mesa 22.3) rint(1.5) is 1.
Id Emitter::round64(Op o, Id x) {
  Id ty = type(ir::kF64), truth = w_.bool_type();
  Id two52 = constant(ir::kF64, 0x4330000000000000), one = constant(ir::kF64, 0x3ff0000000000000);
  Id size = glsl(GLSLstd450FAbs, ty, {x});
  Id near = exact(op(S::OpFSub, ty, {exact(op(S::OpFAdd, ty, {size, two52})), two52}));
  // Larger numbers are whole, NaN stays.
  near = select(ty, op(S::OpFOrdLessThan, truth, {size, two52}), near, size);
  if (o == Op::Rint) return near;
  Id down = exact(op(S::OpFSub, ty, {near, one}));
  Id whole = select(ty, op(S::OpFOrdGreaterThan, truth, {near, size}), down, near);
  if (o == Op::Trunc) return whole;
  // Away from zero: floor of negative numbers, ceil of positive ones.
  Id up = exact(op(S::OpFAdd, ty, {whole, one}));
  Id away = op(o == Op::Floor ? S::OpFOrdLessThan : S::OpFOrdGreaterThan, truth,
               {x, constant(ir::kF64, 0)});
  Id uneven = op(S::OpFOrdLessThan, truth, {whole, size});
  return select(ty, op(S::OpLogicalAnd, truth, {away, uneven}), up, whole);
}

// A rounded number has the sign of the number, zeros too: a driver may lose it.
Id Emitter::keep_sign(Type t, Id x, Id rounded) {
  Id word = w_.int_type(32);
  bool wide = ir::bits_of(t) == 64;
  Id ty = wide ? w_.vector_type(word, 2) : word;
  Id top = u32(0x80000000);
  Id mask = wide ? w_.composite(ty, {u32(0), top}) : top;
  Id sign = op(S::OpBitwiseAnd, ty, {op(S::OpBitcast, ty, {x}), mask});
  Id bits = op(S::OpBitwiseOr, ty, {op(S::OpBitcast, ty, {rounded}), sign});
  return op(S::OpBitcast, type(t), {bits});
}

Id Emitter::floating(const ir::Inst& inst, std::span<const Id> x) {
  Id ty = type(inst.type);
  switch (inst.op) {
    case Op::Add:
      return exact(op(S::OpFAdd, ty, {x[0], x[1]}));
    case Op::Sub:
      return exact(op(S::OpFSub, ty, {x[0], x[1]}));
    case Op::Mul:
      return exact(op(S::OpFMul, ty, {x[0], x[1]}));
    case Op::Div:
      return exact(op(S::OpFDiv, ty, {x[0], x[1]}));
    case Op::Neg:
      return exact(op(S::OpFNegate, ty, {x[0]}));
    case Op::Abs:
      return glsl(GLSLstd450FAbs, ty, {x[0]});
    case Op::Min:
    case Op::Max:
      return minmax(inst, x[0], x[1]);
    case Op::Fma:
      return glsl(GLSLstd450Fma, ty, {x[0], x[1], x[2]});
    case Op::Sqrt:
      return glsl(GLSLstd450Sqrt, ty, {x[0]});
    case Op::Floor:
    case Op::Ceil:
    case Op::Trunc:
    case Op::Rint:
      return keep_sign(inst.type, x[0],
                       ir::bits_of(inst.type) == 64 ? round64(inst.op, x[0])
                                                    : glsl(rounding(inst.op), ty, {x[0]}));
    default:
      TACK_ICE("no float op " + std::string(ir::info(inst.op).text));
  }
}

Id Emitter::value(const ir::Inst& inst) {
  switch (inst.op) {
    case Op::Load:
      return op(S::OpLoad, type(inst.type), {access(inst, inst.operands.size())});
    case Op::LoadElem:
      return load_elem(inst);
    default:
      break;
  }
  if (!ir::is_pure(inst.op))
    TACK_ICE("the SPIR-V emitter takes no '" + std::string(ir::info(inst.op).text) + "'");
  std::vector<Id> x;
  for (const ir::Inst* operand : inst.operands) x.push_back(of(operand));
  Type from = inst.operands.empty() ? ir::kVoid : inst.operands[0]->type;
  switch (inst.op) {
    case Op::Eq:
    case Op::Ne:
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge:
      return comparison(inst.op, from, x[0], x[1]);
    case Op::Select:
      return select(type(inst.type), x[0], x[1], x[2]);
    case Op::Convert:
      return convert(from, inst.type, x[0]);
    case Op::Bitcast:
      return bitcast(from, inst.type, x[0]);
    default:
      break;
  }
  if (inst.type.is_bool()) {
    Id truth = w_.bool_type();
    switch (inst.op) {
      case Op::And:
        return op(S::OpLogicalAnd, truth, {x[0], x[1]});
      case Op::Or:
        return op(S::OpLogicalOr, truth, {x[0], x[1]});
      case Op::Xor:
        return op(S::OpLogicalNotEqual, truth, {x[0], x[1]});
      case Op::Not:
        return op(S::OpLogicalNot, truth, {x[0]});
      default:
        break;
    }
  }
  if (inst.type.is_int()) return integer(inst, x[0], x.size() > 1 ? x[1] : 0);
  if (inst.type.is_float()) return floating(inst, x);
  TACK_ICE("the SPIR-V emitter takes no '" + std::string(ir::info(inst.op).text) + "'");
}

}  // namespace tack::spirv
