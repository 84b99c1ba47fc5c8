// SPDX-License-Identifier: Apache-2.0
// A few instructions around a place where simplification, ranges, access shapes or roundings have a
// corner; purely random operands meet these once in thousands of programs.
#pragma once

#include <limits>

#include "fuzz/value_maker.hpp"

namespace tack::fuzz {

class CornerMaker : public ValueMaker {
 public:
  CornerMaker(Random& random, Function& function, const std::vector<Helper>& helpers, Style style)
      : ValueMaker(random, function, helpers, style),
        floats_(style.floats),
        corners_(style.floats ? 50 : random.pick(kPercent)) {}

 protected:
  // How many statements of a hundred are corners: differs by program, so that the others stay too.
  bool wants_corner() { return random_.chance(corners_); }

  void corner() {
    if (floats_ && random_.chance(50)) return random_.chance(60) ? rounding() : float_identity();
    switch (random_.below(9)) {
      case 0:
      case 8:
        return float_identity();
      case 1:
        return int_identity();
      case 2:
        return undone();
      case 3:
        return chosen_by_order();
      case 4:
        return bounded_arithmetic();
      case 5:
        return limit_conversion();
      case 6:
        return rounding();
      default:
        return wrapped_access();
    }
  }

 private:
  static inline const std::vector<int> kPercent = {0, 20, 40};

  Inst* number(Kind kind, int64_t v) {
    return b_.constant(Type::scalar(kind), static_cast<uint64_t>(v));
  }
  Inst* real(Kind kind, double v) {
    return kind == Kind::F32 ? b_.f32(static_cast<float>(v)) : b_.f64(v);
  }
  Inst* as(Kind kind, Inst* x) {
    return x->type.kind == kind ? x : note(b_.convert(Type::scalar(kind), x));
  }
  Kind random_float() { return random_.chance(50) ? Kind::F32 : Kind::F64; }
  Kind favoured_int() {
    Kind kind = favourite();
    return Type::scalar(kind).is_int() ? kind : random_int(random_);
  }
  // Lanes disagree about it, by its low bits.
  Inst* small_number(Kind kind, int64_t mask) {
    return keep(Op::And, {value(kind), number(kind, mask)});
  }
  Inst* either_way(Op op, Inst* a, Inst* b) {
    return random_.chance(50) ? keep(op, {a, b}) : keep(op, {b, a});
  }

  // In some lanes a zero of either sign, an infinity or a NaN.
  Inst* extreme(Kind kind) {
    static const std::vector<double> kEdges = {0.0, -0.0, -0.0, INFINITY, -INFINITY, NAN, -1};
    Inst* x = value(kind);
    if (random_.chance(25)) return x;
    return keep(Op::Select, {condition(), real(kind, random_.pick(kEdges)), x});
  }

  // x + 0, 0 - x, x * 0 ...: right for some signs of zero, NaNs and infinities only.
  void float_identity() {
    struct Row {
      Op op;
      std::vector<double> with;
    };
    static const std::vector<Row> kRows = {
        {Op::Add, {0.0, -0.0}},         {Op::Sub, {0.0, -0.0}},
        {Op::Mul, {0.0, -0.0, 1, -1}},  {Op::Div, {1, -1, 0.0, 2}},
        {Op::Min, {0.0, -0.0, NAN, 1}}, {Op::Max, {0.0, -0.0, NAN, -1}}};
    Kind kind = random_float();
    const Row& row = random_.pick(kRows);
    Inst* x = extreme(kind);
    if ((row.op == Op::Add || row.op == Op::Sub) && random_.chance(60))
      x = keep(Op::Select, {condition(), real(kind, -0.0), x});
    Inst* c = real(kind, random_.pick(row.with));
    Inst* r = nullptr;
    switch (random_.below(8)) {
      case 0:
        r = keep(row.op, {x, x});
        break;
      case 1:
        r = keep(Op::Fma, {x, real(kind, random_.pick(kRows[2].with)), c});
        break;
      case 2:
        r = keep(Op::Neg, {either_way(row.op, x, c)});
        break;
      default:
        r = random_.chance(70) ? keep(row.op, {x, c}) : keep(row.op, {c, x});
        break;
    }
    reveal_zero(r);
  }

  // Tells zeros apart, which sums do not.
  void reveal_zero(Inst* x) {
    if (random_.chance(30)) x = keep(Op::Div, {real(x->type.kind, 1), x});
    sink(exact_bits(x));
  }

  void int_identity() {
    static const std::vector<Op> kOps = {Op::Add, Op::Sub,      Op::Mul,      Op::Div, Op::Rem,
                                         Op::And, Op::FloorDiv, Op::FloorMod, Op::Or,  Op::Xor,
                                         Op::Shl, Op::Shr,      Op::Min,      Op::Max};
    Kind kind = favoured_int();
    int width = ir::bits_of(kind);
    Inst* x = value(kind);
    Op op = random_.pick(kOps);
    if (random_.chance(15)) return sink(keep(op, {x, x}));
    uint64_t c = 0;
    switch (random_.below(4)) {
      case 0:
        c = uint64_t{1} << random_.below(static_cast<uint64_t>(width));
        break;
      case 1:
        c = (uint64_t{1} << random_.below(static_cast<uint64_t>(width))) - 1;
        break;
      case 2:
        c = ~(uint64_t{1} << random_.below(static_cast<uint64_t>(width))) + random_.below(2);
        break;
      default:
        c = edge_bits(random_, kind);
        break;
    }
    Inst* k = b_.constant(Type::scalar(kind), c);
    sink(random_.chance(75) ? keep(op, {x, k}) : keep(op, {k, x}));
  }

  // An operation and what looks like its inverse.
  void undone() {
    struct Both {
      Op first, second;
    };
    static const std::vector<Both> kBoth = {
        {Op::Add, Op::Sub}, {Op::Sub, Op::Add}, {Op::Mul, Op::Div}, {Op::Div, Op::Mul}};
    static const std::vector<Both> kInts = {
        {Op::Shl, Op::Shr}, {Op::Shr, Op::Shl}, {Op::FloorDiv, Op::Mul}, {Op::Mul, Op::FloorMod},
        {Op::Or, Op::And},  {Op::Rem, Op::Rem}, {Op::Xor, Op::Xor},      {Op::And, Op::Shr}};
    Kind kind = favourite();
    Inst* x = value(kind);
    bool is_int = Type::scalar(kind).is_int();
    if (random_.chance(30)) {
      Kind through = random_number(random_);
      Inst* there = as(through, x);
      return sink(as(kind, there));
    }
    if (random_.chance(20)) {
      static const std::vector<Op> kSame = {Op::Neg, Op::Abs};
      Inst* once = keep(random_.pick(kSame), {x});
      return sink(keep(random_.pick(kSame), {once}));
    }
    Both both = random_.pick(is_int && random_.chance(60) ? kInts : kBoth);
    Inst* y = random_.chance(60) ? constant(kind) : value(kind);
    Inst* once = keep(both.first, {x, y});
    sink(keep(both.second, {once, y}));
  }

  // select(a < b, a, b) and its kin, which are min and max for some operands only.
  void chosen_by_order() {
    static const std::vector<Op> kOps = {Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Ne};
    Kind kind = random_.chance(60) ? random_float() : favourite();
    bool is_float = Type::scalar(kind).is_float();
    Inst* a = is_float ? extreme(kind) : value(kind);
    Inst* c = random_.chance(40) ? constant(kind) : value(kind);
    if (is_float && random_.chance(25)) c = real(kind, NAN);
    Inst* order = keep(random_.pick(kOps), {a, c});
    if (random_.chance(50)) order = keep(Op::Not, {order});
    Inst* r =
        random_.chance(50) ? keep(Op::Select, {order, a, c}) : keep(Op::Select, {order, c, a});
    is_float ? reveal_zero(r) : sink(r);
  }

  // A value of a range that analysis knows, and how far it goes.
  struct Bounded {
    Inst* inst;
    int64_t lo, hi;
  };
  // What narrow lanes are worth while for: an element of a small type, made wide.
  Inst* narrow_element(Kind kind) {
    for (const BufferUse& use : buffers) {
      Type element = Type::scalar(use.param->type.buffer_element());
      if (element.is_int() && ir::bits_of(element) < ir::bits_of(kind) && flat_)
        return as(kind, load_from(use));
    }
    return value(kind);
  }
  Bounded bounded(Kind kind) {
    int width = ir::bits_of(kind);
    bool is_signed = Type::scalar(kind).is_signed();
    Inst* x = random_.chance(40) ? narrow_element(kind) : value(kind);
    int bits = static_cast<int>(random_.between(1, std::min(width - 1, 33)));
    if (width >= 32 && random_.chance(50))  // at the ends of the types that are half as wide
      bits = width / 2 - static_cast<int>(random_.below(3)) + 1;
    int64_t m = int64_t{1} << bits;
    switch (random_.below(5)) {
      case 0:
        return {keep(Op::And, {x, number(kind, m - 1)}), 0, m - 1};
      case 1: {
        int64_t by = std::max<int64_t>(1, random_.chance(50) ? m - 1 : random_.between(1, m - 1));
        return {keep(Op::Rem, {x, number(kind, by)}), is_signed ? 1 - by : 0, by - 1};
      }
      case 2: {
        int64_t by = std::max<int64_t>(1, random_.between(1, m - 1));
        bool down = is_signed && random_.chance(30);
        return {keep(Op::FloorMod, {x, number(kind, down ? -by : by)}), down ? 1 - by : 0,
                down ? 0 : by - 1};
      }
      case 3: {
        int64_t half = is_signed ? m / 2 : 0;
        int by = width - bits;
        return {keep(Op::Shr, {x, number(kind, by)}), -half, m - 1 - half};
      }
      default: {
        int64_t lo = is_signed ? random_.between(-m / 2, 0) : random_.between(0, m / 2);
        int64_t hi = lo + random_.between(0, m / 2 - (m > 2 ? 1 : 0));
        hi = std::min(hi, m - 1);
        Inst* up = keep(Op::Max, {x, number(kind, lo)});
        return {keep(Op::Min, {up, number(kind, hi)}), lo, hi};
      }
    }
  }

  // Arithmetic that fits a narrower type just so, or just not; and comparisons at the ends.
  void bounded_arithmetic() {
    static const std::vector<Op> kOps = {Op::Add, Op::Sub,      Op::Mul,      Op::Shl, Op::Div,
                                         Op::Rem, Op::FloorDiv, Op::FloorMod, Op::Min, Op::Max,
                                         Op::Or,  Op::Xor,      Op::And};
    Kind kind = favoured_int();
    Bounded x = bounded(kind);
    if (random_.chance(25)) return compare_at_end(x);
    Bounded y =
        random_.chance(30) ? Bounded{number(kind, random_.between(-9, 9)), -9, 9} : bounded(kind);
    Inst* r = keep(random_.pick(kOps), {x.inst, y.inst});
    if (random_.chance(40)) r = keep(random_.pick(kOps), {r, bounded(kind).inst});
    switch (random_.below(4)) {
      case 0:
        r = as(random_int(random_), r);
        break;
      case 1: {
        Inst* by = number(kind, random_.between(1, ir::bits_of(kind) - 1));
        r = keep(Op::Shr, {r, by});
        break;
      }
      case 2:
        return compare_at_end({r, x.lo + y.lo, x.hi + y.hi});
      default:
        break;
    }
    sink(r);
  }
  void compare_at_end(Bounded x) {
    static const std::vector<Op> kOps = {Op::Lt, Op::Le, Op::Gt, Op::Ge, Op::Eq, Op::Ne};
    Kind kind = x.inst->type.kind;
    int64_t end = (random_.chance(50) ? x.lo : x.hi) + random_.between(-1, 1);
    Inst* c = either_way(random_.pick(kOps), x.inst, number(kind, end));
    Inst* other = value(kind);
    sink(keep(Op::Select, {c, x.inst, other}));
  }

  // Conversions where the target's range or digits end.
  void limit_conversion() {
    if (random_.chance(35)) return wide_integer_to_float();
    Kind from = random_float();
    Kind to = random_int(random_);
    int bits = ir::bits_of(to) - (Type::scalar(to).is_signed() ? 1 : 0);
    double end = std::ldexp(1.0, bits);
    if (random_.chance(50)) end = Type::scalar(to).is_signed() ? -end : 0;
    static const std::vector<double> kSteps = {0, 0.5, -0.5, 1, -1, -1.5, 0.999, -0.001};
    double at = end + random_.pick(kSteps);
    if (random_.chance(30)) at = std::nextafter(end, random_.chance(50) ? INFINITY : -INFINITY);
    float near = std::nextafter(static_cast<float>(end), random_.chance(50) ? INFINITY : -INFINITY);
    if (from == Kind::F32 && random_.chance(30)) at = static_cast<double>(near);
    Inst* edge = real(from, at);
    Inst* x = random_.chance(50) ? keep(Op::Select, {condition(), edge, value(from)})
                                 : keep(Op::Add, {edge, as(from, small_number(Kind::I32, 3))});
    if (from == Kind::F64 && random_.chance(15)) x = as(Kind::F32, x);
    sink(as(random_.chance(80) ? to : random_int(random_), x));
  }
  // Just above half of the last place: rounding twice on the way gives another number.
  void wide_integer_to_float() {
    Kind kind = random_.pick(std::vector<Kind>{Kind::I32, Kind::U32, Kind::I64, Kind::U64});
    Kind to = random_float();
    int digits = to == Kind::F32 ? 24 : 53;
    int top = ir::bits_of(kind) - 1 - (Type::scalar(kind).is_signed() ? 1 : 0);
    uint64_t bits = uint64_t{1} << top;
    if (top >= digits) {
      top = static_cast<int>(random_.between(digits, top));
      bits = uint64_t{1} << top | uint64_t{1} << (top - digits);
      if (random_.chance(40)) bits |= uint64_t{2} << (top - digits);
    }
    Inst* k = b_.constant(Type::scalar(kind), bits - random_.below(2));
    Inst* x = keep(Op::Xor, {k, small_number(kind, random_.chance(50) ? 1 : 3)});
    if (Type::scalar(kind).is_signed() && random_.chance(50)) x = keep(Op::Neg, {x});
    sink(exact_bits(as(to, x)));
  }

  // The bits of a float, for sinks that would round it; NaNs as one number.
  Inst* exact_bits(Inst* x) {
    Kind word = x->type.kind == Kind::F32 ? Kind::U32 : Kind::U64;
    return note(b_.bitcast(Type::scalar(word), not_nan(x)));
  }

  // n * 2^power with lanes' own odd n: few enough digits for ties, any magnitude.
  Inst* scaled(Kind kind, int power) {
    static const std::vector<int64_t> kMasks = {3, 15, 255, 4095, 0xffffff};
    Inst* n = small_number(Kind::U32, random_.pick(kMasks));
    n = keep(Op::Or, {n, number(Kind::U32, 1)});
    Inst* x = as(kind, n);
    if (random_.chance(40)) x = keep(Op::Neg, {x});
    return keep(Op::Mul, {x, real(kind, std::ldexp(1.0, power))});
  }
  // Just above the least normal number: the difference of two is subnormal.
  Inst* least_normal(Kind kind) {
    bool single = kind == Kind::F32;
    Kind word = single ? Kind::U32 : Kind::U64;
    uint64_t leading = uint64_t{1} << (single ? 23 : 52);
    Inst* bits = keep(Op::Or, {small_number(word, 255), b_.constant(Type::scalar(word), leading)});
    return note(b_.bitcast(Type::scalar(kind), bits));
  }

  // +, -, *, /, fma and sqrt whose results are ties, subnormal, or at the ends of the range.
  void rounding() {
    Kind kind = random_float();
    bool single = kind == Kind::F32;
    int digits = single ? 24 : 53, least = single ? -149 : -1074, most = single ? 103 : 970;
    int p = static_cast<int>(random_.between(least, most));
    if (random_.chance(40)) p = static_cast<int>(random_.between(-30, 8));
    static const std::vector<int> kShift = {-2, -1, 0, 1, 2};
    auto near = [&](int to) { return std::clamp(to + random_.pick(kShift), least, most); };
    const std::vector<int> targets = {least, least + digits, 0, most};
    Inst* x = scaled(kind, p);
    Inst* r = nullptr;
    switch (random_.below(6)) {
      case 0:
        if (random_.chance(30)) {
          r = keep(Op::Sub, {least_normal(kind), least_normal(kind)});
          break;
        }
        r = keep(random_.chance(50) ? Op::Add : Op::Sub,
                 {x, scaled(kind, near(p + (random_.chance(50) ? digits : 0)))});
        break;
      case 1:
        r = keep(Op::Mul, {x, scaled(kind, near(random_.pick(targets) - p))});
        break;
      case 2:
        r = keep(Op::Div, {x, scaled(kind, near(p - random_.pick(targets)))});
        break;
      case 3: {
        int q = near(random_.pick(targets) - p);
        Inst* y = scaled(kind, q);
        if (random_.chance(30)) {  // what a product loses, often nothing
          r = keep(Op::Fma, {x, y, keep(Op::Neg, {keep(Op::Mul, {x, y})})});
          break;
        }
        int far = random_.chance(50) ? digits : 0;  // a tie, or a difference of equals
        r = keep(Op::Fma, {x, y, scaled(kind, near(p + q + far))});
        break;
      }
      case 4:
        r = keep(Op::Sqrt, {keep(Op::Abs, {x})});
        break;
      default:  // a subnormal over a power of two: the only ties that quotients have
        x = scaled(kind, static_cast<int>(random_.between(least, least + 3)));
        r = keep(Op::Div,
                 {x, real(kind, std::ldexp(1.0, static_cast<int>(random_.between(-1, 4))))});
        break;
    }
    if (single && random_.chance(15)) r = as(Kind::F64, r);
    if (!single && random_.chance(15)) r = as(Kind::F32, r);
    sink(exact_bits(r));
  }

  // An index that wraps in a narrow type within the items: what stood side by side no longer does.
  void wrapped_access() {
    const BufferUse* from = nullptr;
    for (const BufferUse& use : buffers) {
      if (!use.own && (!from || random_.chance(50))) from = &use;
    }
    if (!from || !flat_) return bounded_arithmetic();
    static const std::vector<Kind> kNarrow = {Kind::U8,  Kind::I8,  Kind::U16,
                                              Kind::I16, Kind::U32, Kind::I32};
    Kind kind = random_.pick(kNarrow);
    int bits = ir::bits_of(kind) - (Type::scalar(kind).is_signed() ? 1 : 0);
    int64_t most = (int64_t{1} << bits) - 1;
    int64_t least = Type::scalar(kind).is_signed() ? -most - 1 : 0;
    int64_t first = most - random_.between(0, 12);  // of lane 0
    Inst* x = as(kind, random_.chance(70) ? flat_ : function_.indices.back());
    if (random_.chance(20)) x = keep(Op::Neg, {x});
    x = keep(Op::Add, {x, number(kind, first)});
    if (bits <= 8 && from->length >= 256) {
      Inst* at = kind == Kind::U8 && random_.chance(50) ? x : as(Kind::I64, x);
      if (least < 0) at = keep(Op::Add, {at, b_.i64(-least)});
      return read(*from, at);
    }
    // Wide types: each part of the range has its own offset into the buffer, under a mask.
    Inst* wide = as(Kind::I64, x);
    for (int64_t base : {least, first}) {
      Inst* at = keep(Op::Sub, {wide, b_.i64(base)});
      Inst* past = keep(Op::Ge, {at, b_.i64(0)});
      Inst* inside = keep(Op::Lt, {at, b_.i64(from->length)});
      Inst* when = b_.if_(keep(Op::And, {past, inside}));
      ++divergent_;
      b_.in(*when->regions[0], [&] {
        Inst* element = b_.load_elem(from->param, at);
        if (varying_.count(at)) varying_.insert(element);
        sink(element);
      });
      --divergent_;
      count(3);
    }
    last_ = wide;
  }
  void read(const BufferUse& from, Inst* at) {
    Inst* element = b_.load_elem(from.param, at);
    add_value(element, varying_.count(at) != 0);
    count();
    sink(element);
  }

  bool floats_;
  int corners_;
};

}  // namespace tack::fuzz
