// SPDX-License-Identifier: Apache-2.0
// Arithmetic, bits, comparison and selection, by docs/ir.md: integers wrap, floats are IEEE without
// flags, shift counts are taken modulo the width.
#include <llvm/IR/PatternMatch.h>

#include "backend/llvm/lower.hpp"
#include "support/ice.hpp"

namespace tack::llvm_backend {
namespace {

using ir::Op;
using llvm::Value;
using llvm::Intrinsic::ID;

// Nothing when v may be a NaN in some lane; else its (splat) constant.
const llvm::APFloat* known_number(Value* v) {
  auto* c = llvm::dyn_cast<llvm::Constant>(v);
  if (c && v->getType()->isVectorTy()) c = c->getSplatValue();
  auto* f = llvm::dyn_cast_or_null<llvm::ConstantFP>(c);
  return f && !f->isNaN() ? &f->getValueAPF() : nullptr;
}

// min: b if b < a or a is NaN, else a. x86's minps(x, y) is "x if x < y, else y", which is how
// select(olt(x, y), x, y) is selected.
Value* float_min_max(Lower& l, bool is_min, Value* a, Value* b) {
  auto less = [&](Value* x, Value* y) {
    return is_min ? l.b.CreateFCmpOLT(x, y) : l.b.CreateFCmpOGT(x, y);
  };
  // A constant b other than zero: minps(a, b) differs only where a and b are equal, alike then.
  if (const llvm::APFloat* c = known_number(b); c && !c->isZero())
    return l.b.CreateSelect(less(a, b), a, b);
  Value* chosen = l.b.CreateSelect(less(b, a), b, a);
  if (known_number(a)) return chosen;
  return l.b.CreateSelect(l.b.CreateFCmpUNO(a, a), b, chosen);
}

Value* compare(Lower& l, Op op, ir::Type type, Value* a, Value* b) {
  using P = llvm::CmpInst::Predicate;
  if (type.is_mask()) {
    int bits = static_cast<int>(std::max(l.element_bits(a), l.element_bits(b)));
    a = l.mask_resize(a, bits);
    b = l.mask_resize(b, bits);
    Value* differ = l.b.CreateXor(a, b);
    return op == Op::Ne ? differ : l.b.CreateNot(differ);
  }
  P predicate;
  bool s = type.is_signed();
  if (type.is_float()) {
    predicate = op == Op::Eq   ? P::FCMP_OEQ
                : op == Op::Ne ? P::FCMP_UNE
                : op == Op::Lt ? P::FCMP_OLT
                : op == Op::Le ? P::FCMP_OLE
                : op == Op::Gt ? P::FCMP_OGT
                               : P::FCMP_OGE;
  } else {
    predicate = op == Op::Eq   ? P::ICMP_EQ
                : op == Op::Ne ? P::ICMP_NE
                : op == Op::Lt ? (s ? P::ICMP_SLT : P::ICMP_ULT)
                : op == Op::Le ? (s ? P::ICMP_SLE : P::ICMP_ULE)
                : op == Op::Gt ? (s ? P::ICMP_SGT : P::ICMP_UGT)
                               : (s ? P::ICMP_SGE : P::ICMP_UGE);
  }
  Value* result = l.b.CreateCmp(predicate, a, b);
  return type.is_lanes() ? l.mask_from_i1(result, ir::bits_of(type)) : result;
}

// A wide mask is -1 where it is on: a conditional step of one is a subtraction, and a choice
// against zero an `and`. Null when neither fits.
Value* select_by_bits(Lower& l, ir::Type type, Value* c, Value* a, Value* b) {
  using namespace llvm::PatternMatch;
  if (l.i1_masks() || type.is_ptr()) return nullptr;
  int bits = ir::bits_of(type);
  if (type.is_int() && match(a, m_c_Add(m_Specific(b), m_One())))
    return l.b.CreateSub(b, l.mask_resize(c, bits));
  auto is_zero = [](Value* v) {
    auto* constant = llvm::dyn_cast<llvm::Constant>(v);
    return constant && constant->isNullValue();  // not -0.0
  };
  bool keeps_a = is_zero(b);
  if (!keeps_a && !is_zero(a)) return nullptr;
  Value* mask = l.mask_resize(c, bits);
  if (!keeps_a) mask = l.b.CreateNot(mask);
  Value* kept = l.b.CreateBitCast(keeps_a ? a : b, mask->getType());
  return l.b.CreateBitCast(l.b.CreateAnd(mask, kept), a->getType());
}

Value* select(Lower& l, ir::Type type, Value* c, Value* a, Value* b) {
  if (!c->getType()->isVectorTy()) {
    if (type.is_mask()) {
      a = l.mask_stored(a);
      b = l.mask_stored(b);
    }
    return l.b.CreateSelect(c, a, b);
  }
  if (int known = l.mask_constant(c); known >= 0) return known ? a : b;
  if (type.is_mask()) {
    c = l.mask_stored(c);
    a = l.mask_stored(a);
    b = l.mask_stored(b);
    return l.b.CreateOr(l.b.CreateAnd(c, a), l.b.CreateAnd(l.b.CreateNot(c), b));
  }
  if (Value* cheap = select_by_bits(l, type, c, a, b)) return cheap;
  return l.b.CreateSelect(l.mask_to_i1(c), a, b);
}

Value* bits2(Lower& l, Op op, ir::Type type, Value* a, Value* b) {
  if (type.is_mask() && a->getType() != b->getType()) {
    a = l.mask_stored(a);
    b = l.mask_stored(b);
  }
  return op == Op::And  ? l.b.CreateAnd(a, b)
         : op == Op::Or ? l.b.CreateOr(a, b)
                        : l.b.CreateXor(a, b);
}

}  // namespace

Value* lower_plain(Lower& l, const ir::Inst& inst, llvm::ArrayRef<Value*> operands) {
  ir::Type type = inst.operands[0]->type;
  Value* a = operands[0];
  Value* b = operands.size() > 1 ? operands[1] : nullptr;
  bool is_float = type.is_float();
  auto count = [&] { return l.b.CreateAnd(b, l.like(b, ir::bits_of(type) - 1)); };
  auto unary = [&](ID id) { return l.b.CreateUnaryIntrinsic(id, a); };
  switch (inst.op) {
    case Op::Add:
      return is_float ? l.b.CreateFAdd(a, b) : l.b.CreateAdd(a, b);
    case Op::Sub:
      return is_float ? l.b.CreateFSub(a, b) : l.b.CreateSub(a, b);
    case Op::Mul:
      return is_float ? l.b.CreateFMul(a, b) : l.b.CreateMul(a, b);
    case Op::Div:
      return is_float ? l.b.CreateFDiv(a, b) : lower_divide(l, inst.op, type, a, b);
    case Op::Rem:
    case Op::FloorDiv:
    case Op::FloorMod:
      return lower_divide(l, inst.op, type, a, b);
    case Op::Neg:
      return is_float ? l.b.CreateFNeg(a) : l.b.CreateNeg(a);
    case Op::Abs:
      if (is_float) return unary(llvm::Intrinsic::fabs);
      if (type.is_unsigned()) return a;
      return l.b.CreateBinaryIntrinsic(llvm::Intrinsic::abs, a, l.b.getFalse());
    case Op::Min:
    case Op::Max: {
      bool is_min = inst.op == Op::Min;
      if (is_float) return float_min_max(l, is_min, a, b);
      ID id = type.is_signed() ? (is_min ? llvm::Intrinsic::smin : llvm::Intrinsic::smax)
                               : (is_min ? llvm::Intrinsic::umin : llvm::Intrinsic::umax);
      return l.b.CreateBinaryIntrinsic(id, a, b);
    }
    case Op::Fma:
      return l.b.CreateIntrinsic(llvm::Intrinsic::fma, {a->getType()}, {a, b, operands[2]});
    case Op::Sqrt:
      return unary(llvm::Intrinsic::sqrt);
    case Op::Floor:
      return unary(llvm::Intrinsic::floor);
    case Op::Ceil:
      return unary(llvm::Intrinsic::ceil);
    case Op::Trunc:
      return unary(llvm::Intrinsic::trunc);
    case Op::Rint:
      return unary(llvm::Intrinsic::roundeven);
    case Op::And:
    case Op::Or:
    case Op::Xor:
      return bits2(l, inst.op, type, a, b);
    case Op::Not:
      return l.b.CreateNot(a);
    case Op::Shl:
      return l.b.CreateShl(a, count());
    case Op::Shr:
      return type.is_signed() ? l.b.CreateAShr(a, count()) : l.b.CreateLShr(a, count());
    case Op::Eq:
    case Op::Ne:
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge:
      return compare(l, inst.op, type, a, b);
    case Op::Select:
      return select(l, inst.type, a, b, operands[2]);
    case Op::Bitcast:
      return l.b.CreateBitOrPointerCast(a, l.type(inst.type));
    default:
      TACK_ICE("not a plain op: " + std::string(ir::info(inst.op).text));
  }
}

}  // namespace tack::llvm_backend
