// SPDX-License-Identifier: Apache-2.0
// Arithmetic on a 64-bit integer held as two u32, written with a Builder. Used by lower_int64.
#pragma once

#include "ir/builder.hpp"

namespace tack::transform {

struct Pair {
  ir::Inst* low = nullptr;   // u32
  ir::Inst* high = nullptr;  // u32
};

class PairArith {
 public:
  explicit PairArith(ir::Builder& builder) : b(builder) {}

  Pair constant(uint64_t bits);
  Pair add(Pair x, Pair y);
  Pair sub(Pair x, Pair y);
  Pair mul(Pair x, Pair y);
  Pair neg(Pair x) { return sub(constant(0), x); }
  Pair select(ir::Inst* c, Pair x, Pair y);
  // And, Or, Xor, Not: half by half.
  Pair bits(ir::Op op, Pair x, Pair y);
  Pair shl(Pair x, ir::Inst* count);  // count: u32, taken modulo 64
  Pair shr(Pair x, ir::Inst* count, bool is_signed);
  ir::Inst* compare(ir::Op op, Pair x, Pair y, bool is_signed);  // Eq ... Ge
  // Div, Rem, FloorDiv, FloorMod with the IR's rules for zero and MIN / -1.
  Pair divide(ir::Op op, Pair x, Pair y, bool is_signed);
  ir::Inst* is_negative(Pair x);

  // Conversions. `type` is a float; `is_signed` says what the pair is.
  ir::Inst* to_float(Pair x, ir::Type type, bool is_signed);
  Pair from_float(ir::Inst* x, bool is_signed);

 private:
  ir::Inst* u32(uint32_t v) { return b.constant(ir::kU32, v); }
  ir::Inst* op(ir::Op o, ir::Inst* x, ir::Inst* y) { return b.emit(o, {x, y}); }
  ir::Inst* as_signed(ir::Inst* x) { return b.convert(ir::kI32, x); }
  ir::Inst* high_product(ir::Inst* x, ir::Inst* y);
  struct Division {
    Pair quotient, rest;
  };
  Division divide_unsigned(Pair x, Pair y);  // y is not zero
  ir::Inst* to_f32(Pair magnitude);
  ir::Inst* leading_zeros(ir::Inst* x);  // 0 to 32

  ir::Builder& b;
};

}  // namespace tack::transform
