// SPDX-License-Identifier: Apache-2.0
#include "transform/keep_subnormals.hpp"

#include "ir/builder.hpp"
#include "transform/rewrite.hpp"

namespace tack::transform {
namespace {

using namespace ir;

// Writes the code of one operation on floats of one width.
struct Writer {
  Builder& b;
  Type real;
  int width = bits_of(real);
  Type word = Type::scalar(int_kind(width, false));
  Type number = Type::scalar(int_kind(width, true));
  uint32_t fraction = width == 32 ? 23 : 52;
  uint64_t sign = uint64_t{1} << (width - 1);
  uint64_t infinity = width == 32 ? 0x7f800000 : 0x7ff0000000000000;
  uint64_t least = uint64_t{1} << fraction;  // the least normal number
  uint64_t one = width == 32 ? 0x3f800000 : 0x3ff0000000000000;

  Writer(Builder& builder, Type type) : b(builder), real(type) {}

  Inst* w(uint64_t v) { return b.constant(word, v); }
  Inst* bits(Inst* x) { return b.bitcast(word, x); }
  Inst* size(Inst* x) { return b.bit_and(bits(x), w(sign - 1)); }
  Inst* is_nan(Inst* x) { return b.emit(Op::Gt, {size(x), w(infinity)}); }
  Inst* negated(Inst* x) { return b.bitcast(real, b.emit(Op::Xor, {bits(x), w(sign)})); }
  Inst* is_subnormal(Inst* x) {
    // Zero wraps around to the greatest.
    return b.lt(b.sub(size(x), w(1)), w(least - 1));
  }

  // A signed integer of the same order; both zeros are 0.
  Inst* key(Inst* x) {
    Inst* s = b.bitcast(number, x);
    Inst* mirrored = b.sub(b.constant(number, sign), s);
    return b.select(b.lt(s, b.constant(number, 0)), mirrored, s);
  }

  Inst* compare(Op op, Inst* x, Inst* y) {
    Inst* unordered = b.bit_or(is_nan(x), is_nan(y));
    Inst* r = b.emit(op, {key(x), key(y)});
    return op == Op::Ne ? b.bit_or(unordered, r) : b.bit_and(b.bit_not(unordered), r);
  }

  Inst* minmax(Op op, Inst* x, Inst* y) {
    Inst* take = b.emit(op == Op::Min ? Op::Lt : Op::Gt, {key(y), key(x)});
    take = b.bit_and(take, b.bit_not(is_nan(y)));
    return b.select(b.bit_or(take, is_nan(x)), y, x);
  }

  template <class Slow, class Fast>
  Inst* choose(Inst* is_slow, const Slow& slow, const Fast& fast) {
    Inst* result = b.var(real, "exact");
    Inst* branch = b.if_(is_slow);
    b.in(*branch->regions[0], [&] { b.store(result, slow()); });
    b.in(*branch->regions[1], [&] { b.store(result, fast()); });
    return b.load(result);
  }

  // A sum is subnormal only when both addends are small, and a subnormal addend moves no sum that
  // is not small.
  Inst* add(Inst* x, Inst* y) {
    Inst* small = w(least + (static_cast<uint64_t>(fraction + 3) << fraction));
    Inst* is_slow = b.bit_and(b.lt(size(x), small), b.lt(size(y), small));
    return choose(
        is_slow, [&] { return b.emit(Op::Fma, {x, b.constant(real, one), y}); },
        [&] { return b.emit(Op::Add, {x, y}); });
  }

  Inst* mul(Inst* x, Inst* y) {
    Inst* quick = b.emit(Op::Mul, {x, y});
    Inst* tiny = b.le(size(quick), w(least));
    Inst* is_slow = b.bit_or(tiny, b.bit_or(is_subnormal(x), is_subnormal(y)));
    return choose(
        is_slow,
        [&] {
          // A zero of the product's sign adds nothing, and keeps the sign of a zero product.
          Inst* zero = b.bit_and(b.emit(Op::Xor, {bits(x), bits(y)}), w(sign));
          return b.emit(Op::Fma, {x, y, b.bitcast(real, zero)});
        },
        [&] { return quick; });
  }

  // What rounds to a whole number as x does: a subnormal becomes the least normal of its sign.
  Inst* as_normal(Inst* x) {
    Inst* substitute = b.bit_or(b.bit_and(bits(x), w(sign)), w(least));
    return b.select(is_subnormal(x), b.bitcast(real, substitute), x);
  }
};

// Between the widths by way of the number of least f32 subnormals (2^-149) in x.
Inst* widen(Builder& b, Inst* x) {
  Writer f32(b, kF32), f64(b, kF64);
  Inst* units = b.convert(kF64, f32.size(x));
  Inst* small = b.emit(Op::Mul, {units, b.f64(0x1p-149)});
  Inst* negative = b.ne(b.bit_and(f32.bits(x), f32.w(f32.sign)), f32.w(0));
  small = b.select(negative, f64.negated(small), small);
  return b.select(f32.is_subnormal(x), small, b.emit(Op::Convert, kF64, {x}));
}

Inst* shorten(Builder& b, Inst* x) {
  Writer f32(b, kF32), f64(b, kF64);
  Inst* size = b.bitcast(kF64, f64.size(x));
  Inst* units = b.emit(Op::Rint, {b.emit(Op::Mul, {size, b.f64(0x1p149)})});
  Inst* negative = b.ne(b.bit_and(f64.bits(x), f64.w(f64.sign)), f64.w(0));
  Inst* sign = b.select(negative, f32.w(f32.sign), f32.w(0));
  Inst* small = b.bitcast(kF32, b.bit_or(b.convert(kU32, units), sign));
  Inst* is_small = b.lt(f64.size(x), f64.w(0x3810000000000000));  // 2^-126
  return b.select(is_small, small, b.emit(Op::Convert, kF32, {x}));
}

struct State {
  Builder b;
  Subnormals which;

  bool wanted(Type t) const {
    return !t.is_lanes() &&
           ((t.kind == Kind::F32 && which.keep32) || (t.kind == Kind::F64 && which.keep64));
  }

  Inst* lower(Inst& inst) {
    if (inst.operands.empty()) return nullptr;
    Type from = inst.operands[0]->type;
    auto x = [&](size_t i) { return inst.operands[i]; };
    if (inst.op == Op::Convert && from.is_float() && inst.type.is_float()) {
      if (from == inst.type || !(wanted(from) || wanted(inst.type))) return nullptr;
      return from.kind == Kind::F32 ? widen(b, x(0)) : shorten(b, x(0));
    }
    if (!wanted(from)) return nullptr;
    Writer f(b, from);
    switch (inst.op) {
      case Op::Add:
        return f.add(x(0), x(1));
      case Op::Sub:
        return f.add(x(0), f.negated(x(1)));
      case Op::Mul:
        return f.mul(x(0), x(1));
      case Op::Neg:
        return f.negated(x(0));
      case Op::Abs:
        return b.bitcast(from, f.size(x(0)));
      case Op::Min:
      case Op::Max:
        return f.minmax(inst.op, x(0), x(1));
      case Op::Eq:
      case Op::Ne:
      case Op::Lt:
      case Op::Le:
      case Op::Gt:
      case Op::Ge:
        return f.compare(inst.op, x(0), x(1));
      case Op::Floor:
      case Op::Ceil:
      case Op::Trunc:
      case Op::Rint:
        return b.emit(inst.op, {f.as_normal(x(0))});
      default:
        return nullptr;
    }
  }
};

}  // namespace

void keep_subnormals(Function& function, Subnormals which) {
  if (!which.keep32 && !which.keep64) return;
  State state{Builder(function), which};
  lower_values(function.body, state.b, [&](Inst& inst) { return state.lower(inst); });
}

}  // namespace tack::transform
