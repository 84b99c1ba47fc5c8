// SPDX-License-Identifier: Apache-2.0
#include "transform/exact_floats.hpp"

#include "ir/builder.hpp"
#include "transform/pair_arith.hpp"
#include "transform/rewrite.hpp"

namespace tack::transform {
namespace {

using namespace ir;

// Writes the code of one operation on floats of one width.
struct Writer {
  Builder& b;
  Type real;
  Type word = Type::scalar(int_kind(bits_of(real), false));
  uint32_t width = static_cast<uint32_t>(bits_of(real));
  uint32_t fraction = width == 32 ? 23 : 52;  // bits
  int32_t bias = width == 32 ? 127 : 1023;
  int32_t most = 2 * bias + 1;  // the exponent of infinity
  PairArith pairs{b, word};

  Writer(Builder& builder, Type type) : b(builder), real(type) {}

  Inst* w(uint64_t v) { return b.constant(word, v); }
  Inst* op(Op o, Inst* x, Inst* y) { return b.emit(o, {x, y}); }
  Inst* shl(Inst* x, uint32_t n) { return op(Op::Shl, x, w(n)); }
  Inst* shr(Inst* x, uint32_t n) { return op(Op::Shr, x, w(n)); }
  Inst* as_word(Inst* x) { return b.convert(word, x); }
  uint64_t sign_bit() const { return uint64_t{1} << (width - 1); }
  uint64_t infinity() const { return static_cast<uint64_t>(most) << fraction; }
  uint64_t one() const { return uint64_t{1} << fraction; }

  struct Number {
    Inst* bits;      // all
    Inst* size;      // without the sign
    Inst* exponent;  // i32, biased; below 1 for subnormals
    Inst* mantissa;  // leading one at bit `fraction`; 0 for zero
    Inst* is_zero;
    Inst* is_infinite;
    Inst* is_nan;
  };

  Number unpack(Inst* x) {
    Number n;
    n.bits = b.bitcast(word, x);
    n.size = b.bit_and(n.bits, w(sign_bit() - 1));
    n.is_zero = b.eq(n.size, w(0));
    n.is_infinite = b.eq(n.size, w(infinity()));
    n.is_nan = b.emit(Op::Gt, {n.size, w(infinity())});
    Inst* field = b.convert(kI32, shr(n.size, fraction));
    Inst* part = b.bit_and(n.size, w(one() - 1));
    // A subnormal moves up until its leading one stands where the others have theirs.
    Inst* moved = b.sub(pairs.leading_zeros(part), w(width - 1 - fraction));
    Inst* subnormal = b.eq(field, b.i32(0));
    n.mantissa = b.select(subnormal, op(Op::Shl, part, moved), b.bit_or(part, w(one())));
    n.exponent = b.select(subnormal, b.sub(b.i32(1), b.convert(kI32, moved)), field);
    return n;
  }

  // Rounds and packs: `digits` has its leading one at bit fraction + 2 and a sticky last bit.
  Inst* pack(Inst* sign, Inst* exponent, Inst* digits) {
    Inst* is_small = b.le(exponent, b.i32(0));
    Inst* down =
        b.emit(Op::Min, {b.sub(b.i32(1), exponent), b.i32(static_cast<int32_t>(fraction + 4))});
    Inst* by = as_word(b.select(is_small, down, b.i32(0)));
    Inst* kept = op(Op::Shr, digits, by);
    Inst* lost = b.ne(op(Op::Shl, kept, by), digits);
    digits = b.bit_or(kept, as_word(lost));
    Inst* part = shr(digits, 2);
    // rest is in eighths of the last place, with its parity: over half, or half and odd, goes up.
    Inst* rest = b.bit_or(shl(b.bit_and(digits, w(3)), 1), b.bit_and(part, w(1)));
    Inst* up = as_word(b.emit(Op::Gt, {rest, w(4)}));
    Inst* field = b.select(is_small, b.i32(0), b.sub(exponent, b.i32(1)));
    Inst* bits = b.add(b.add(shl(as_word(field), fraction), part), up);
    Inst* too_big = b.emit(Op::Ge, {exponent, b.i32(most)});
    return b.bit_or(b.select(too_big, w(infinity()), bits), sign);
  }

  Inst* nan() { return w(infinity() | one() >> 1); }
  Inst* any(std::initializer_list<Inst*> terms) {
    Inst* all = nullptr;
    for (Inst* t : terms) all = all ? b.bit_or(all, t) : t;
    return all;
  }

  // `rounds` times `body`, whose state is in vars.
  template <class Body>
  void repeat(uint32_t rounds, const Body& body) {
    Inst* round = b.var(kI32, "round");
    Inst* loop = b.loop("rounds");
    b.in(loop->body(), [&] {
      Inst* k = b.load(round);
      Inst* done = b.if_(b.emit(Op::Ge, {k, b.i32(static_cast<int32_t>(rounds))}));
      b.in(*done->regions[0], [&] { b.exit(loop); });
      body();
      b.store(round, b.add(k, b.i32(1)));
    });
  }

  // Long division, one bit a round; the remainder is the sticky bit.
  Inst* divide(Inst* x, Inst* y) {
    Number a = unpack(x), c = unpack(y);
    Inst* sign = b.bit_and(op(Op::Xor, a.bits, c.bits), w(sign_bit()));
    Inst* less = b.lt(a.mantissa, c.mantissa);
    Inst* exponent = b.add(b.sub(a.exponent, c.exponent), b.i32(bias));
    exponent = b.sub(exponent, b.convert(kI32, less));
    Inst *rest = b.var(word, "rest"), *quotient = b.var(word, "quotient");
    b.store(rest, b.select(less, shl(a.mantissa, 1), a.mantissa));
    repeat(fraction + 2, [&] {
      Inst *r = b.load(rest), *q = b.load(quotient);
      Inst* fits = b.emit(Op::Ge, {r, c.mantissa});
      b.store(rest, shl(b.select(fits, b.sub(r, c.mantissa), r), 1));
      b.store(quotient, b.bit_or(shl(q, 1), as_word(fits)));
    });
    Inst* sticky = as_word(b.ne(b.load(rest), w(0)));
    Inst* r = pack(sign, exponent, b.bit_or(shl(b.load(quotient), 1), sticky));
    r = b.select(b.bit_or(a.is_zero, c.is_infinite), sign, r);
    r = b.select(b.bit_or(a.is_infinite, c.is_zero), b.bit_or(sign, w(infinity())), r);
    Inst* bad = any({a.is_nan, c.is_nan, b.bit_and(a.is_zero, c.is_zero),
                     b.bit_and(a.is_infinite, c.is_infinite)});
    return b.bitcast(real, b.select(bad, nan(), r));
  }

  // Digit by digit: two bits of the radicand a round.
  Inst* root(Inst* x) {
    Number a = unpack(x);
    Inst* power = b.sub(a.exponent, b.i32(bias));
    Inst* odd = b.bit_and(power, b.i32(1));
    Inst* exponent = b.add(b.emit(Op::Shr, {b.sub(power, odd), b.i32(1)}), b.i32(bias));
    Inst *from = b.var(word, "from"), *rest = b.var(word, "rest"), *digits = b.var(word, "root");
    b.store(from, shl(op(Op::Shl, a.mantissa, as_word(odd)), width - fraction - 2));
    repeat(fraction + 2, [&] {
      Inst *f = b.load(from), *q = b.load(digits);
      Inst* r = b.bit_or(shl(b.load(rest), 2), shr(f, width - 2));
      Inst* trial = b.bit_or(shl(q, 2), w(1));
      Inst* fits = b.emit(Op::Ge, {r, trial});
      b.store(rest, b.select(fits, b.sub(r, trial), r));
      b.store(digits, b.bit_or(shl(q, 1), as_word(fits)));
      b.store(from, shl(f, 2));
    });
    Inst* sticky = as_word(b.ne(b.load(rest), w(0)));
    Inst* r = pack(w(0), exponent, b.bit_or(shl(b.load(digits), 1), sticky));
    Inst* negative = b.ne(b.bit_and(a.bits, w(sign_bit())), w(0));
    r = b.select(b.bit_or(a.is_zero, a.is_infinite), a.bits, r);
    Inst* bad = b.bit_or(a.is_nan, b.bit_and(negative, b.bit_not(a.is_zero)));
    return b.bitcast(real, b.select(bad, nan(), r));
  }

  // x * y + z on two words: the product whole, the smaller addend shifted with a sticky bit.
  // Leading ones stand at the third bit from the top, so the sum has room.
  Inst* fuse(Inst* x, Inst* y, Inst* z) {
    Number a = unpack(x), c = unpack(y), d = unpack(z);
    Inst* sign = b.bit_and(op(Op::Xor, a.bits, c.bits), w(sign_bit()));
    Inst* d_sign = b.bit_and(d.bits, w(sign_bit()));
    const uint32_t lead = 2 * width - 3;

    // The product's leading one is at 2 * fraction or one above.
    Pair p = pairs.product(a.mantissa, c.mantissa);
    p = pairs.shl(p, w(lead - 2 * fraction - 1));
    Inst* p_exponent = b.add(b.sub(b.add(a.exponent, c.exponent), b.i32(bias)), b.i32(1));
    Inst* short_one = b.eq(b.bit_and(p.high, w(uint64_t{1} << (lead - width))), w(0));
    p = pairs.select(short_one, pairs.shl(p, w(1)), p);
    p_exponent = b.sub(p_exponent, b.convert(kI32, short_one));
    Pair q = pairs.shl({d.mantissa, w(0)}, w(lead - fraction));
    // A zero addend must not decide the exponent.
    Inst* q_exponent = b.select(d.is_zero, p_exponent, d.exponent);

    Inst* gap = b.sub(p_exponent, q_exponent);
    Inst* p_leads = b.emit(Op::Ge, {gap, b.i32(0)});
    Inst* distance = as_word(b.emit(Op::Abs, {gap}));
    Pair large = pairs.select(p_leads, p, q);
    Pair small = pairs.shr_sticky(pairs.select(p_leads, q, p), distance);
    Inst* large_sign = b.select(p_leads, sign, d_sign);
    Inst* small_sign = b.select(p_leads, d_sign, sign);
    Inst* differ = b.ne(sign, d_sign);
    Inst* turned = pairs.compare(Op::Lt, large, small, false);  // equal exponents only
    Pair difference = pairs.select(turned, pairs.sub(small, large), pairs.sub(large, small));
    Pair sum = pairs.select(differ, difference, pairs.add(large, small));
    Inst* r_sign = b.select(b.bit_and(differ, turned), small_sign, large_sign);

    Inst* zeros = pairs.leading_zeros(sum);
    // The leading one to bit 2 * width - 2, then down to where pack wants it.
    Inst* up = b.sub(zeros, w(1));
    Pair digits = pairs.shr_sticky(pairs.shl(sum, up), w(2 * width - 2 - fraction - 2));
    Inst* exponent =
        b.add(b.select(p_leads, p_exponent, q_exponent), b.sub(b.i32(1), b.convert(kI32, up)));
    Inst* r = pack(r_sign, exponent, digits.low);
    // x - x is +0; a zero product plus a zero keeps a sign they share.
    r = b.select(pairs.is_zero(sum), b.select(differ, w(0), sign), r);
    Inst* no_product = b.bit_or(a.is_zero, c.is_zero);
    Inst* zero_sum = b.bit_and(sign, d_sign);
    r = b.select(no_product, b.select(d.is_zero, zero_sum, d.bits), r);
    Inst* infinite = b.bit_or(a.is_infinite, c.is_infinite);
    r = b.select(d.is_infinite, d.bits, r);
    r = b.select(infinite, b.bit_or(sign, w(infinity())), r);
    Inst* bad = any({a.is_nan, c.is_nan, d.is_nan, b.bit_and(no_product, infinite),
                     b.bit_and(b.bit_and(infinite, d.is_infinite), differ)});
    return b.bitcast(real, b.select(bad, nan(), r));
  }
};

struct State {
  Builder b;
  ExactFloats which;

  Inst* lower(Inst& inst) {
    if (inst.type.is_lanes() || !inst.type.is_float()) return nullptr;
    bool is_single = inst.type.kind == Kind::F32;
    auto x = [&](size_t i) { return inst.operands[i]; };
    switch (inst.op) {
      case Op::Div:
        return (is_single ? which.div32 : which.div64) ? Writer(b, inst.type).divide(x(0), x(1))
                                                       : nullptr;
      case Op::Sqrt:
        return (is_single ? which.sqrt32 : which.sqrt64) ? Writer(b, inst.type).root(x(0))
                                                         : nullptr;
      case Op::Fma:
        return (is_single ? which.fma32 : which.fma64) ? Writer(b, inst.type).fuse(x(0), x(1), x(2))
                                                       : nullptr;
      default:
        return nullptr;
    }
  }
};

}  // namespace

void exact_floats(Function& function, ExactFloats which) {
  State state{Builder(function), which};
  lower_values(function.body, state.b, [&](Inst& inst) { return state.lower(inst); });
}

}  // namespace tack::transform
