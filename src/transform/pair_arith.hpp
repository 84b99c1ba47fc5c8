// SPDX-License-Identifier: Apache-2.0
// Arithmetic on an integer held as two words (u32, or u64), written with a Builder: 64 bits for
// lower_int64, 64 and 128 for a fused multiply-add in exact_floats.
#pragma once

#include "ir/builder.hpp"

namespace tack::transform {

struct Pair {
  ir::Inst* low = nullptr;
  ir::Inst* high = nullptr;
};

class PairArith {
 public:
  explicit PairArith(ir::Builder& builder, ir::Type word = ir::kU32)
      : b(builder),
        word_(word),
        signed_word_(ir::Type::scalar(ir::int_kind(ir::bits_of(word), true))),
        width_(static_cast<uint32_t>(ir::bits_of(word))) {}

  Pair constant(uint64_t bits);
  Pair add(Pair x, Pair y);
  Pair sub(Pair x, Pair y);
  Pair mul(Pair x, Pair y);
  Pair neg(Pair x) { return sub(constant(0), x); }
  Pair select(ir::Inst* c, Pair x, Pair y);
  // And, Or, Xor, Not: half by half.
  Pair bits(ir::Op op, Pair x, Pair y);
  Pair shl(Pair x, ir::Inst* count);  // count: a word, taken modulo both words' bits
  Pair shr(Pair x, ir::Inst* count, bool is_signed);
  ir::Inst* compare(ir::Op op, Pair x, Pair y, bool is_signed);  // Eq ... Ge
  // Div, Rem, FloorDiv, FloorMod with the IR's rules for zero and MIN / -1.
  Pair divide(ir::Op op, Pair x, Pair y, bool is_signed);
  ir::Inst* is_negative(Pair x);
  ir::Inst* is_zero(Pair x);
  Pair product(ir::Inst* x, ir::Inst* y);  // of two words, all of it
  // Shifts right; what falls out stays as a one in the last bit. The top bit of x is 0.
  Pair shr_sticky(Pair x, ir::Inst* count);  // any count
  ir::Inst* leading_zeros(Pair x);           // a word: 0 to both words' bits
  ir::Inst* leading_zeros(ir::Inst* x);      // 0 to a word's bits

  // Conversions, of u32 words only. `type` is a float; `is_signed` says what the pair is.
  ir::Inst* to_float(Pair x, ir::Type type, bool is_signed);
  Pair from_float(ir::Inst* x, bool is_signed);

 private:
  ir::Inst* u32(uint32_t v) { return b.constant(ir::kU32, v); }
  ir::Inst* word(uint64_t v) { return b.constant(word_, v); }
  ir::Inst* op(ir::Op o, ir::Inst* x, ir::Inst* y) { return b.emit(o, {x, y}); }
  ir::Inst* as_word(ir::Inst* x) { return b.convert(word_, x); }
  ir::Inst* as_signed(ir::Inst* x) { return b.convert(signed_word_, x); }
  ir::Inst* high_product(ir::Inst* x, ir::Inst* y);
  struct Division {
    Pair quotient, rest;
  };
  Division divide_unsigned(Pair x, Pair y);  // y is not zero
  ir::Inst* to_f32(Pair magnitude);

  ir::Builder& b;
  ir::Type word_, signed_word_;
  uint32_t width_;
};

}  // namespace tack::transform
