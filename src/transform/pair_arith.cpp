// SPDX-License-Identifier: Apache-2.0
#include "transform/pair_arith.hpp"

#include "support/ice.hpp"

namespace tack::transform {

using namespace ir;

Pair PairArith::constant(uint64_t bits) {
  return {word(bits), width_ == 32 ? word(bits >> 32) : word(0)};
}

Pair PairArith::add(Pair x, Pair y) {
  Inst* low = op(Op::Add, x.low, y.low);
  Inst* carry = as_word(b.lt(low, x.low));
  return {low, op(Op::Add, op(Op::Add, x.high, y.high), carry)};
}

Pair PairArith::sub(Pair x, Pair y) {
  Inst* borrow = as_word(b.lt(x.low, y.low));
  return {op(Op::Sub, x.low, y.low), op(Op::Sub, op(Op::Sub, x.high, y.high), borrow)};
}

// The upper word of a product, by digits of half a word.
Inst* PairArith::high_product(Inst* x, Inst* y) {
  Inst *half = word((uint64_t{1} << (width_ / 2)) - 1), *by = word(width_ / 2);
  Inst *x0 = b.bit_and(x, half), *x1 = op(Op::Shr, x, by);
  Inst *y0 = b.bit_and(y, half), *y1 = op(Op::Shr, y, by);
  Inst* middle = op(Op::Add, op(Op::Mul, x1, y0), op(Op::Shr, op(Op::Mul, x0, y0), by));
  Inst* other = op(Op::Add, op(Op::Mul, x0, y1), b.bit_and(middle, half));
  Inst* top = op(Op::Add, op(Op::Mul, x1, y1), op(Op::Shr, middle, by));
  return op(Op::Add, top, op(Op::Shr, other, by));
}

Pair PairArith::mul(Pair x, Pair y) {
  Inst* cross = op(Op::Add, op(Op::Mul, x.low, y.high), op(Op::Mul, x.high, y.low));
  return {op(Op::Mul, x.low, y.low), op(Op::Add, high_product(x.low, y.low), cross)};
}

Pair PairArith::select(Inst* c, Pair x, Pair y) {
  return {b.select(c, x.low, y.low), b.select(c, x.high, y.high)};
}

Pair PairArith::bits(Op o, Pair x, Pair y) {
  if (o == Op::Not) return {b.bit_not(x.low), b.bit_not(x.high)};
  return {op(o, x.low, y.low), op(o, x.high, y.high)};
}

// A word's shift takes the count modulo the word, so `count` itself serves for near and far shifts;
// what crosses the words goes one bit first, so that a count of 0 moves nothing.
Pair PairArith::shl(Pair x, Inst* count) {
  if (count->is_const()) {
    uint64_t n = count->bits % (2 * width_);
    if (n == 0) return x;
    if (n == width_) return {word(0), x.low};
    if (n > width_) return {word(0), op(Op::Shl, x.low, word(n - width_))};
    return {op(Op::Shl, x.low, word(n)),
            b.bit_or(op(Op::Shl, x.high, word(n)), op(Op::Shr, x.low, word(width_ - n)))};
  }
  Inst* far = b.ne(b.bit_and(count, word(width_)), word(0));
  Inst* moved = op(Op::Shl, x.low, count);
  Inst* crossing = op(Op::Shr, op(Op::Shr, x.low, word(1)), b.bit_not(count));
  Inst* high = b.bit_or(op(Op::Shl, x.high, count), crossing);
  return {b.select(far, word(0), moved), b.select(far, moved, high)};
}

Pair PairArith::shr(Pair x, Inst* count, bool is_signed) {
  if (count->is_const()) {
    uint64_t n = count->bits % (2 * width_);
    if (n == 0) return x;
    auto down = [&](uint64_t by) {
      if (!is_signed) return op(Op::Shr, x.high, word(by));
      return as_word(op(Op::Shr, as_signed(x.high), b.constant(signed_word_, by)));
    };
    Inst* fill = is_signed ? down(width_ - 1) : word(0);
    if (n == width_) return {x.high, fill};
    if (n > width_) return {down(n - width_), fill};
    return {b.bit_or(op(Op::Shr, x.low, word(n)), op(Op::Shl, x.high, word(width_ - n))), down(n)};
  }
  Inst* far = b.ne(b.bit_and(count, word(width_)), word(0));
  Inst* moved = op(Op::Shr, x.high, count);
  Inst* fill = word(0);
  if (is_signed) {
    Inst* high = as_signed(x.high);
    moved = as_word(op(Op::Shr, high, as_signed(count)));
    fill = as_word(op(Op::Shr, high, b.constant(signed_word_, width_ - 1)));
  }
  Inst* crossing = op(Op::Shl, op(Op::Shl, x.high, word(1)), b.bit_not(count));
  Inst* low = b.bit_or(op(Op::Shr, x.low, count), crossing);
  return {b.select(far, moved, low), b.select(far, fill, moved)};
}

Inst* PairArith::is_negative(Pair x) {
  return b.lt(as_signed(x.high), b.constant(signed_word_, 0));
}

Inst* PairArith::compare(Op o, Pair x, Pair y, bool is_signed) {
  switch (o) {
    case Op::Eq:
      return b.bit_and(b.eq(x.low, y.low), b.eq(x.high, y.high));
    case Op::Ne:
      return b.bit_or(b.ne(x.low, y.low), b.ne(x.high, y.high));
    case Op::Gt:
      return compare(Op::Lt, y, x, is_signed);
    case Op::Ge:
      return compare(Op::Le, y, x, is_signed);
    case Op::Lt:
    case Op::Le: {
      Inst* above = is_signed ? b.lt(as_signed(x.high), as_signed(y.high)) : b.lt(x.high, y.high);
      Inst* below = op(o, x.low, y.low);
      return b.bit_or(above, b.bit_and(b.eq(x.high, y.high), below));
    }
    default:
      TACK_ICE("not a comparison");
  }
}

// Bit by bit, unless both fit in a word. As many rounds
// as bits whatever the values: divisions by constants were
// turned into something better before.
PairArith::Division PairArith::divide_unsigned(Pair x, Pair y) {
  Inst* q[2] = {b.var(word_, "quotient.low"), b.var(word_, "quotient.high")};
  Inst* r[2] = {b.var(word_, "rest.low"), b.var(word_, "rest.high")};
  auto load = [&](Inst*(&v)[2]) { return Pair{b.load(v[0]), b.load(v[1])}; };
  auto store = [&](Inst*(&v)[2], Pair p) {
    b.store(v[0], p.low);
    b.store(v[1], p.high);
  };
  Inst* small = b.if_(b.eq(b.bit_or(x.high, y.high), word(0)));
  b.in(*small->regions[0], [&] {
    b.store(q[0], op(Op::Div, x.low, y.low));
    b.store(r[0], op(Op::Rem, x.low, y.low));
  });
  b.in(*small->regions[1], [&] {
    store(q, x);  // the quotient comes in from below as the dividend leaves at the top
    Inst* round = b.var(word_, "round");
    Inst* loop = b.loop("divide");
    b.in(loop->body(), [&] {
      Inst* k = b.load(round);
      Inst* more = b.if_(b.lt(k, word(2 * width_)));
      b.in(*more->regions[1], [&] { b.exit(loop); });
      Pair quotient = load(q), rest = load(r);
      Inst* out = op(Op::Shr, rest.high, word(width_ - 1));  // a 65th bit
      Pair next = shl(rest, word(1));
      next.low = b.bit_or(next.low, op(Op::Shr, quotient.high, word(width_ - 1)));
      Inst* fits = b.bit_or(b.ne(out, word(0)), compare(Op::Ge, next, y, false));
      store(r, select(fits, sub(next, y), next));
      quotient = shl(quotient, word(1));
      quotient.low = b.bit_or(quotient.low, as_word(fits));
      store(q, quotient);
      b.store(round, op(Op::Add, k, word(1)));
    });
  });
  return {load(q), load(r)};
}

Pair PairArith::divide(Op o, Pair x, Pair y, bool is_signed) {
  Pair zero = constant(0), one = constant(1);
  Inst* by_zero = b.eq(b.bit_or(y.low, y.high), word(0));
  Pair divisor = select(by_zero, one, y);
  bool is_rest = o == Op::Rem || o == Op::FloorMod;
  Pair otherwise = is_rest ? x : zero;
  if (!is_signed) {
    Division d = divide_unsigned(x, divisor);
    return select(by_zero, otherwise, is_rest ? d.rest : d.quotient);
  }
  // By magnitudes; MIN's is 2^63, and MIN / -1 comes out as 2^63 again.
  Inst *x_negative = is_negative(x), *y_negative = is_negative(divisor);
  Division d =
      divide_unsigned(select(x_negative, neg(x), x), select(y_negative, neg(divisor), divisor));
  Inst* differ = b.emit(Op::Xor, {x_negative, y_negative});
  Pair quotient = select(differ, neg(d.quotient), d.quotient);
  Pair rest = select(x_negative, neg(d.rest), d.rest);
  if (o == Op::FloorDiv || o == Op::FloorMod) {
    Inst* lower = b.bit_and(differ, b.ne(b.bit_or(rest.low, rest.high), word(0)));
    quotient = select(lower, sub(quotient, one), quotient);
    rest = select(lower, add(rest, divisor), rest);
  }
  return select(by_zero, otherwise, is_rest ? rest : quotient);
}

Inst* PairArith::leading_zeros(Inst* x) {
  Inst* count = word(0);
  for (uint32_t step = width_ / 2; step != 0; step /= 2) {
    Inst* empty = b.eq(op(Op::Shr, x, word(width_ - step)), word(0));
    x = b.select(empty, op(Op::Shl, x, word(step)), x);
    count = op(Op::Add, count, b.select(empty, word(step), word(0)));
  }
  return op(Op::Add, count, as_word(b.eq(op(Op::Shr, x, word(width_ - 1)), word(0))));
}

Inst* PairArith::leading_zeros(Pair x) {
  Inst* in_low = b.eq(x.high, word(0));
  return b.select(in_low, op(Op::Add, leading_zeros(x.low), word(width_)), leading_zeros(x.high));
}

Inst* PairArith::is_zero(Pair x) { return b.eq(b.bit_or(x.low, x.high), word(0)); }

Pair PairArith::product(Inst* x, Inst* y) { return {op(Op::Mul, x, y), high_product(x, y)}; }

Pair PairArith::shr_sticky(Pair x, Inst* count) {
  Inst* most = b.emit(Op::Min, {count, word(2 * width_ - 1)});
  Pair r = shr(x, most, false);
  Inst* lost = b.bit_not(is_zero(sub(x, shl(r, most))));
  return {b.bit_or(r.low, as_word(lost)), r.high};
}

// Rounds to 24 bits in integers: one rounding, ties to even, whatever the device's mode.
Inst* PairArith::to_f32(Pair m) {
  TACK_CHECK(width_ == 32);
  Inst* zeros = leading_zeros(m);
  Pair top = shl(m, zeros);  // the leading one at bit 63 (a zero stays zero)
  Inst* sticky = b.convert(kU32, b.ne(top.low, u32(0)));
  Inst* mantissa = op(Op::Shr, top.high, u32(8));
  Inst* rest = b.bit_or(op(Op::Shl, b.bit_and(top.high, u32(0xff)), u32(1)), sticky);
  Inst* odd = b.bit_and(mantissa, u32(1));
  // rest is in 512ths of the last place: more than half, or half and odd, goes up.
  Inst* up = b.emit(Op::Gt, {b.bit_or(op(Op::Shl, rest, u32(1)), odd), u32(512)});
  Inst* exponent = op(Op::Sub, u32(127 + 63 - 1), zeros);  // the leading one adds one more
  Inst* bits =
      op(Op::Add, op(Op::Add, op(Op::Shl, exponent, u32(23)), mantissa), b.convert(kU32, up));
  return b.bitcast(kF32, b.select(is_zero(m), u32(0), bits));
}

Inst* PairArith::to_float(Pair x, Type type, bool is_signed) {
  if (type.kind == Kind::F64) {
    // Both halves are exact and so is the product; the sum rounds once.
    Inst* high = is_signed ? b.convert(kF64, as_signed(x.high)) : b.convert(kF64, x.high);
    return op(Op::Add, op(Op::Mul, high, b.f64(4294967296.0)), b.convert(kF64, x.low));
  }
  if (!is_signed) return to_f32(x);
  Inst* negative = is_negative(x);
  Inst* size = to_f32(select(negative, neg(x), x));
  return b.select(negative, b.emit(Op::Neg, {size}), size);
}

Pair PairArith::from_float(Inst* x, bool is_signed) {
  bool is_double = x->type.kind == Kind::F64;
  auto number = [&](double v) { return is_double ? b.f64(v) : b.f32(static_cast<float>(v)); };
  // Every step is exact: scaling by powers of two, and a difference of leading bits.
  Inst* size = b.emit(Op::Trunc, {b.emit(Op::Abs, {x})});
  Inst* high = b.convert(kU32, op(Op::Mul, size, number(0x1p-32)));
  Inst* rest = op(Op::Sub, size, op(Op::Mul, b.convert(x->type, high), number(0x1p32)));
  Pair magnitude{b.convert(kU32, rest), high};
  Inst* nan = b.ne(x, x);
  Inst* negative = b.lt(x, number(0));
  Pair zero = constant(0);
  if (!is_signed) {
    Inst* big = b.emit(Op::Ge, {x, number(0x1p64)});
    Pair r = select(big, constant(~uint64_t{0}), magnitude);
    return select(b.bit_or(nan, negative), zero, r);
  }
  Inst* big = b.emit(Op::Ge, {size, number(0x1p63)});
  Pair end = select(negative, constant(uint64_t{1} << 63), constant(~uint64_t{0} >> 1));
  Pair r = select(big, end, select(negative, neg(magnitude), magnitude));
  return select(nan, zero, r);
}

}  // namespace tack::transform
