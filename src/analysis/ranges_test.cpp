// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranges.hpp"

#include "analysis/analysis_test.hpp"

namespace tack::analysis {
namespace {

using ir::Op;

// "[lo, hi]"
std::string show(Interval i) {
  auto number = [](Wide v) {
    bool negative = v < 0;
    unsigned __int128 m =
        negative ? -static_cast<unsigned __int128>(v) : static_cast<unsigned __int128>(v);
    std::string digits;
    do {
      digits.insert(digits.begin(), static_cast<char>('0' + static_cast<int>(m % 10)));
      m /= 10;
    } while (m != 0);
    return (negative ? "-" : "") + digits;
  };
  return "[" + number(i.lo) + ", " + number(i.hi) + "]";
}

TEST(Ranges, CountersAndConditions) {
  Kernel k(R"(
kernel @k(%x: buffer<u8>, %n: i32) over (%j < %h, %i < %w) small {
  %e: u8 = load_elem %x, %i
  %e32: i32 = convert %e
  %e3: i32 = mul %e32, 3i32
  %len: i64 = buffer_len %x
  var %k: i32
  loop $l {
    %k0: i32 = load %k
    %more: i1 = lt %k0, 40i32
    if %more {
    } else {
      exit $l
    }
    %again: i32 = load %k
    %k1: i32 = add %again, 3i32
    store %k, %k1
  }
  %near: i64 = sub %i, 1i64
  %ok: i1 = ge %near, 0i64
  if %ok {
    %in: i64 = add %i, 0i64
    %down: i64 = sub %near, 5i64
  }
  %clamp: i1 = gt %n, 255i32
  %c: i32 = select %clamp, 255i32, %n
  %m: i32 = floormod %n, 7i32
  %r: i32 = rem %n, 7i32
  %b: i32 = and %n, 63i32
  for $f %q: i32 = %b to 100i32 step 2i32 {
    %q2: i32 = add %q, 1i32
  }
}
)");
  Ranges r(k.function());
  EXPECT_EQ(show(r.of(k["i"])), "[0, 2147483646]");
  EXPECT_EQ(show(r.of(k["len"])), "[0, 2147483647]");
  EXPECT_EQ(show(r.of(k["e3"])), "[0, 765]");
  EXPECT_EQ(show(r.of(k["again"])), "[0, 39]");
  EXPECT_EQ(show(r.of(k["k"])), "[0, 42]");
  EXPECT_EQ(show(r.of(k["in"])), "[1, 2147483646]");
  EXPECT_EQ(show(r.of(k["down"])), "[-5, 2147483640]");
  EXPECT_EQ(show(r.of(k["c"])), "[-2147483648, 255]");
  EXPECT_EQ(show(r.of(k["m"])), "[0, 6]");
  EXPECT_EQ(show(r.of(k["r"])), "[-6, 6]");
  EXPECT_EQ(show(r.of(k["q2"])), "[1, 100]");
}

TEST(Ranges, WhatNothingBoundsIsTheType) {
  Kernel k(R"(
kernel @k(%x: buffer<i32>) over (%i < %n) {
  var %k: i32
  loop $l {
    %a: i32 = load_elem %x, %i
    %stop: i1 = eq %a, 0i32
    if %stop {
      exit $l
    }
    %k0: i32 = load %k
    %k1: i32 = add %k0, 1i32
    store %k, %k1
  }
}
)");
  Ranges r(k.function());
  EXPECT_EQ(r.of(k["k"]), Interval::of_type(ir::kI32));
}

TEST(Ranges, ALoopForgetsWhatItStores) {
  Kernel k(R"(
kernel @k(%x: buffer<i32>) over (%i < %n) {
  var %k: i32
  store %k, 3i32
  loop $l {
    %a: i32 = load %k
    %stop: i1 = ge %a, 1000i32
    if %stop {
      exit $l
    }
    %b: i32 = add %a, 7i32
    store %k, %b
    %c: i32 = load %k
  }
  %d: i32 = load %k
}
)");
  Ranges r(k.function());
  EXPECT_EQ(show(r.of(k["a"])), "[0, 1006]");
  EXPECT_EQ(show(r.of(k["c"])), "[7, 1006]");
  EXPECT_EQ(show(r.of(k["d"])), "[0, 1006]");
}

TEST(Ranges, AReductionHoldsWhatOtherItemsStored) {
  Kernel k(R"(
kernel @k(%x: buffer<i32>) over (%i < %n) reduce (%r: u64 min) {
  %a: u64 = load %r
  %b: u64 = min %a, 1u64
  store %r, %b
}
)");
  Ranges r(k.function());
  EXPECT_EQ(r.of(k["a"]), Interval::of_type(ir::kU64));
}

// Every op on every pair of small intervals contains what each pair of values gives, by a model
// that computes in wide integers.
TEST(Ranges, OpsContainAllTheirResults) {
  auto wrap = [](Wide v, bool is_signed) {
    v &= 255;
    return is_signed && v >= 128 ? v - 256 : v;
  };
  auto model = [&](Op op, Wide a, Wide b, bool is_signed) -> Wide {
    auto floor = [](Wide x, Wide y) { return x / y - (x % y != 0 && (x < 0) != (y < 0)); };
    switch (op) {
      case Op::Add:
        return wrap(a + b, is_signed);
      case Op::Sub:
        return wrap(a - b, is_signed);
      case Op::Mul:
        return wrap(a * b, is_signed);
      case Op::Div:
        return b == 0 ? 0 : wrap(a / b, is_signed);
      case Op::Rem:
        return b == 0 ? a : a % b;
      case Op::FloorDiv:
        return b == 0 ? 0 : wrap(floor(a, b), is_signed);
      case Op::FloorMod:
        return b == 0 ? a : a - floor(a, b) * b;
      case Op::Min:
        return std::min(a, b);
      case Op::Max:
        return std::max(a, b);
      case Op::And:
        return wrap(a & b, is_signed);
      case Op::Or:
        return wrap(a | b, is_signed);
      case Op::Xor:
        return wrap(a ^ b, is_signed);
      case Op::Shl:
        return wrap(a << (b & 7), is_signed);
      case Op::Shr:
        return a >> (b & 7);
      case Op::Neg:
        return wrap(-a, is_signed);
      case Op::Not:
        return wrap(~a, is_signed);
      default:
        return wrap(a < 0 ? -a : a, is_signed);
    }
  };
  for (bool is_signed : {true, false}) {
    ir::Type type = is_signed ? ir::kI8 : ir::kU8;
    const Wide ends[] = {is_signed ? -128 : 0,
                         is_signed ? -127 : 1,
                         is_signed ? -9 : 7,
                         is_signed ? -1 : 8,
                         0,
                         1,
                         6,
                         8,
                         63,
                         127,
                         is_signed ? 126 : 255};
    for (Op op : {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::FloorDiv, Op::FloorMod, Op::Min,
                  Op::Max, Op::And, Op::Or, Op::Xor, Op::Shl, Op::Shr, Op::Neg, Op::Not, Op::Abs}) {
      for (Wide alo : ends)
        for (Wide ahi : ends)
          for (Wide blo : ends)
            for (Wide bhi : ends) {
              if (alo > ahi || blo > bhi || (bhi - blo > 40 && ahi - alo > 40)) continue;
              Interval out = evaluate(op, type, {alo, ahi}, {blo, bhi});
              for (Wide a = alo; a <= ahi; a += ahi - a > 20 ? 7 : 1) {
                for (Wide b = blo; b <= bhi; b += bhi - b > 20 ? 5 : 1) {
                  Wide value = model(op, a, b, is_signed);
                  ASSERT_TRUE(out.contains(value))
                      << ir::info(op).text << show({a, b}) << " in " << show({alo, ahi})
                      << show({blo, bhi}) << " gives " << show({value, value}) << " outside "
                      << show(out);
                }
              }
            }
    }
  }
}

}  // namespace
}  // namespace tack::analysis
