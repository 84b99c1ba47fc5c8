// SPDX-License-Identifier: Apache-2.0
// Folding against arithmetic in unbounded integers (__int128 holds every exact result here) and
// against long double, which holds every 64-bit integer.
#include "transform/fold.hpp"

#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>
#include <set>

namespace tack::transform {
namespace {

using namespace ir;
using Wide = __int128;

constexpr Kind kInts[] = {Kind::I8, Kind::I16, Kind::I32, Kind::I64,
                          Kind::U8, Kind::U16, Kind::U32, Kind::U64};

Wide power(int n) { return Wide{1} << n; }
Wide value_of(Kind kind, uint64_t bits) {
  Wide v = bits;
  if (Type::scalar(kind).is_signed() && v >= power(bits_of(kind) - 1)) v -= power(bits_of(kind));
  return v;
}
// Into the type's range, modulo 2^width.
Wide wrapped(Kind kind, Wide v) {
  Wide size = power(bits_of(kind));
  v = ((v % size) + size) % size;
  return value_of(kind, static_cast<uint64_t>(v));
}

std::vector<uint64_t> samples(Kind kind, std::mt19937_64& random) {
  int width = bits_of(kind);
  uint64_t ones = width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  uint64_t half = uint64_t{1} << (width - 1);
  std::set<uint64_t> all = {0,
                            1,
                            2,
                            3,
                            7,
                            10,
                            half - 2,
                            half - 1,
                            half,
                            half + 1,
                            half + 2,
                            ones - 1,
                            ones,
                            ones - 6,
                            static_cast<uint64_t>(width - 1),
                            static_cast<uint64_t>(width),
                            static_cast<uint64_t>(width + 1)};
  for (int i = 0; i < 40; ++i) all.insert(random() >> (random() % 64));
  std::vector<uint64_t> list;
  for (uint64_t v : all) list.push_back(v & ones);
  return list;
}

Wide expected(Op op, Kind kind, Wide a, Wide b) {
  auto floor_div = [](Wide x, Wide y) { return x / y - (x % y != 0 && (x < 0) != (y < 0)); };
  int width = bits_of(kind);
  Wide count = ((b % width) + width) % width;
  switch (op) {
    case Op::Add:
      return a + b;
    case Op::Sub:
      return a - b;
    case Op::Mul: {
      // Only the low bits count: take them of both first.
      auto low = static_cast<unsigned __int128>(a) * static_cast<unsigned __int128>(b);
      return static_cast<Wide>(low);
    }
    case Op::Div:
      return b == 0 ? 0 : a / b;
    case Op::Rem:
      return b == 0 ? a : a % b;
    case Op::FloorDiv:
      return b == 0 ? 0 : floor_div(a, b);
    case Op::FloorMod:
      return b == 0 ? a : a - floor_div(a, b) * b;
    case Op::Min:
      return std::min(a, b);
    case Op::Max:
      return std::max(a, b);
    case Op::And:
      return a & b;
    case Op::Or:
      return a | b;
    case Op::Xor:
      return a ^ b;
    case Op::Shl:
      return static_cast<Wide>(static_cast<unsigned __int128>(a) << count);
    case Op::Shr:
      return floor_div(a, power(static_cast<int>(count)));
    case Op::Eq:
      return a == b;
    case Op::Ne:
      return a != b;
    case Op::Lt:
      return a < b;
    case Op::Le:
      return a <= b;
    case Op::Gt:
      return a > b;
    case Op::Ge:
      return a >= b;
    default:
      ADD_FAILURE();
      return 0;
  }
}

TEST(Fold, IntegersOfEveryWidth) {
  std::mt19937_64 random(11);
  for (Kind kind : kInts) {
    Type type = Type::scalar(kind);
    std::vector<uint64_t> values = samples(kind, random);
    for (uint64_t x : values) {
      Wide a = value_of(kind, x);
      for (uint64_t y : values) {
        Wide b = value_of(kind, y);
        ConstantValue operands[] = {{type, x}, {type, y}};
        for (Op op : {Op::Add, Op::Sub, Op::Mul, Op::Div, Op::Rem, Op::FloorDiv, Op::FloorMod,
                      Op::Min, Op::Max, Op::And, Op::Or, Op::Xor, Op::Shl, Op::Shr}) {
          auto bits = fold(op, type, operands);
          ASSERT_TRUE(bits);
          ASSERT_EQ(static_cast<int64_t>(value_of(kind, *bits)),
                    static_cast<int64_t>(wrapped(kind, expected(op, kind, a, b))))
              << info(op).text << " " << kind_name(kind) << " " << x << " " << y;
          ASSERT_TRUE(bits_of(kind) == 64 || *bits >> bits_of(kind) == 0);
        }
        for (Op op : {Op::Eq, Op::Ne, Op::Lt, Op::Le, Op::Gt, Op::Ge}) {
          auto bits = fold(op, kI1, operands);
          ASSERT_TRUE(bits);
          ASSERT_EQ(*bits, static_cast<uint64_t>(expected(op, kind, a, b)))
              << info(op).text << " " << kind_name(kind) << " " << x << " " << y;
        }
      }
      ConstantValue one[] = {{type, x}};
      EXPECT_EQ(value_of(kind, *fold(Op::Neg, type, one)) == wrapped(kind, -a), true);
      EXPECT_EQ(value_of(kind, *fold(Op::Abs, type, one)) == wrapped(kind, a < 0 ? -a : a), true);
      EXPECT_EQ(value_of(kind, *fold(Op::Not, type, one)) == wrapped(kind, -a - 1), true);
    }
  }
}

TEST(Fold, ConversionsBetweenIntegers) {
  std::mt19937_64 random(12);
  for (Kind from : kInts) {
    for (uint64_t x : samples(from, random)) {
      for (Kind to : kInts) {
        ConstantValue one[] = {{Type::scalar(from), x}};
        auto bits = fold(Op::Convert, Type::scalar(to), one);
        ASSERT_TRUE(bits);
        ASSERT_TRUE(value_of(to, *bits) == wrapped(to, value_of(from, x)))
            << kind_name(from) << " to " << kind_name(to) << " " << x;
      }
    }
  }
  ConstantValue yes[] = {{kI1, 1}};
  EXPECT_EQ(fold(Op::Convert, kI8, yes), 1u);
  EXPECT_EQ(fold(Op::Convert, kF32, yes), 0x3F800000u);
}

template <class Float>
uint64_t bits_of_float(Float v) {
  if constexpr (sizeof(Float) == 4) return std::bit_cast<uint32_t>(v);
  if constexpr (sizeof(Float) == 8) return std::bit_cast<uint64_t>(v);
}

// Nearest, ties to even, by comparing the neighbours in long double.
template <class Float>
bool is_nearest(long double exact, Float got) {
  Float up = std::nextafter(got, std::numeric_limits<Float>::infinity());
  Float down = std::nextafter(got, -std::numeric_limits<Float>::infinity());
  long double error = std::fabs(exact - static_cast<long double>(got));
  long double error_up = std::fabs(static_cast<long double>(up) - exact);
  long double error_down = std::fabs(exact - static_cast<long double>(down));
  bool even = (bits_of_float(got) & 1) == 0;
  return error < std::min(error_up, error_down) ||
         (error == std::min(error_up, error_down) && even);
}

TEST(Fold, IntegersToFloats) {
  std::mt19937_64 random(13);
  for (Kind from : kInts) {
    std::vector<uint64_t> values = samples(from, random);
    // Around the ties of a 24- and a 53-bit significand.
    for (uint64_t base : {uint64_t{1} << 24, uint64_t{1} << 53, uint64_t{3} << 24}) {
      if (bits_of(from) == 64) {
        for (uint64_t d = 0; d < 5; ++d)
          values.insert(values.end(), {base + d, (base + d) << 3, base * 2 + d});
      }
    }
    for (uint64_t x : values) {
      ConstantValue one[] = {{Type::scalar(from), x}};
      auto exact = static_cast<long double>(value_of(from, x));
      auto single = fold(Op::Convert, kF32, one);
      auto twice = fold(Op::Convert, kF64, one);
      ASSERT_TRUE(single && twice);
      EXPECT_TRUE(is_nearest(exact, std::bit_cast<float>(static_cast<uint32_t>(*single)))) << x;
      EXPECT_TRUE(is_nearest(exact, std::bit_cast<double>(*twice))) << x;
    }
  }
}

template <class Float>
void floats_to_integers() {
  Type from = sizeof(Float) == 4 ? kF32 : kF64;
  constexpr Float inf = std::numeric_limits<Float>::infinity();
  std::vector<Float> values = {0,
                               -Float{0},
                               Float(0.9),
                               Float(-0.9),
                               Float(255.9),
                               Float(-128.5),
                               1,
                               -1,
                               inf,
                               -inf,
                               std::numeric_limits<Float>::quiet_NaN(),
                               std::numeric_limits<Float>::max(),
                               std::numeric_limits<Float>::lowest(),
                               std::numeric_limits<Float>::denorm_min()};
  for (int n : {7, 8, 15, 16, 24, 31, 32, 53, 62, 63, 64, 65}) {
    for (Float sign : {Float{1}, Float{-1}}) {
      Float v = sign * std::ldexp(Float{1}, n);
      values.insert(values.end(),
                    {v, std::nextafter(v, inf), std::nextafter(v, -inf), v + 1, v - 1});
    }
  }
  for (Float v : values) {
    for (Kind kind : kInts) {
      Type to = Type::scalar(kind);
      int width = bits_of(kind);
      Wide least = to.is_signed() ? -power(width - 1) : 0;
      Wide greatest = to.is_signed() ? power(width - 1) - 1 : power(width) - 1;
      Wide want = 0;
      if (v == v) {
        auto exact = static_cast<long double>(v);
        want = exact >= 1e30L ? greatest : exact <= -1e30L ? least : static_cast<Wide>(exact);
        want = std::min(std::max(want, least), greatest);
      }
      ConstantValue one[] = {{from, bits_of_float(v)}};
      auto bits = fold(Op::Convert, to, one);
      ASSERT_TRUE(bits);
      EXPECT_TRUE(value_of(kind, *bits) == want) << v << " to " << kind_name(kind);
    }
  }
}

TEST(Fold, FloatsToIntegersSaturate) {
  floats_to_integers<float>();
  floats_to_integers<double>();
}

TEST(Fold, FloatOps) {
  auto f32 = [](float v) { return ConstantValue{kF32, bits_of_float(v)}; };
  auto run = [](Op op, std::vector<ConstantValue> v) {
    return std::bit_cast<float>(static_cast<uint32_t>(fold(op, kF32, v).value()));
  };
  const float nan = NAN, inf = INFINITY;
  EXPECT_EQ(run(Op::Add, {f32(16777216), f32(1)}), 16777216.0f);
  EXPECT_EQ(run(Op::Div, {f32(1), f32(3)}), 0x1.555556p-2f);
  EXPECT_EQ(run(Op::Div, {f32(1), f32(-0.0f)}), -inf);
  EXPECT_TRUE(std::isnan(run(Op::Sub, {f32(inf), f32(inf)})));
  // One rounding: (1 + 2^-12)^2 - (1 + 2^-11) is 2^-24, lost by two.
  EXPECT_EQ(run(Op::Fma, {f32(0x1.001p0f), f32(0x1.001p0f), f32(-0x1.002p0f)}), 0x1p-24f);
  EXPECT_EQ(run(Op::Sqrt, {f32(2)}), 0x1.6a09e6p0f);
  EXPECT_EQ(run(Op::Rint, {f32(2.5f)}), 2.0f);
  EXPECT_EQ(run(Op::Rint, {f32(3.5f)}), 4.0f);
  EXPECT_TRUE(std::signbit(run(Op::Rint, {f32(-0.4f)})));
  EXPECT_TRUE(std::signbit(run(Op::Ceil, {f32(-0.4f)})));
  EXPECT_EQ(run(Op::Floor, {f32(-0.4f)}), -1.0f);
  EXPECT_EQ(run(Op::Trunc, {f32(-1.9f)}), -1.0f);
  // b if b < a or a is NaN, else a
  EXPECT_EQ(run(Op::Min, {f32(nan), f32(1)}), 1.0f);
  EXPECT_TRUE(std::isnan(run(Op::Min, {f32(1), f32(nan)})) == false);
  EXPECT_EQ(run(Op::Max, {f32(nan), f32(1)}), 1.0f);
  EXPECT_TRUE(std::signbit(run(Op::Min, {f32(-0.0f), f32(0.0f)})));
  EXPECT_FALSE(std::signbit(run(Op::Min, {f32(0.0f), f32(-0.0f)})));
  EXPECT_TRUE(std::signbit(run(Op::Max, {f32(-0.0f), f32(0.0f)})));
  EXPECT_TRUE(std::signbit(run(Op::Neg, {f32(0.0f)})));
  EXPECT_FALSE(std::signbit(run(Op::Abs, {f32(-0.0f)})));
  ConstantValue nans[] = {f32(nan), f32(nan)};
  for (Op op : {Op::Eq, Op::Lt, Op::Le, Op::Gt, Op::Ge}) EXPECT_EQ(fold(op, kI1, nans), 0u);
  EXPECT_EQ(fold(Op::Ne, kI1, nans), 1u);
  ConstantValue big[] = {{kF64, bits_of_float(1e300)}};
  EXPECT_EQ(fold(Op::Convert, kF32, big), bits_of_float(inf));
  ConstantValue tie[] = {{kF64, bits_of_float(0x1.000001p0)}};
  EXPECT_EQ(fold(Op::Convert, kF32, tie), bits_of_float(1.0f));
}

TEST(Fold, ChoicesCastsAndLanes) {
  ConstantValue choice[] = {{Type::mask(8), 1}, {kI32.with_lanes(8), 5}, {kI32.with_lanes(8), 6}};
  EXPECT_EQ(fold(Op::Select, kI32.with_lanes(8), choice), 5u);
  ConstantValue lanes[] = {{kI8.with_lanes(4), 200}, {kI8.with_lanes(4), 100}};
  EXPECT_EQ(fold(Op::Add, kI8.with_lanes(4), lanes), 44u);
  ConstantValue cast[] = {{kF32, 0x3F800000}};
  EXPECT_EQ(fold(Op::Bitcast, kI32, cast), 0x3F800000u);
  ConstantValue address[] = {{kU64, 4096}};
  EXPECT_EQ(fold(Op::Bitcast, kPtr, address), std::nullopt);
  ConstantValue nulls[] = {{kPtr, 0}, {kPtr, 0}};
  EXPECT_EQ(fold(Op::Eq, kI1, nulls), 1u);
  ConstantValue bools[] = {{kI1, 1}, {kI1, 0}};
  EXPECT_EQ(fold(Op::Xor, kI1, bools), 1u);
  ConstantValue flag[] = {{kI1, 1}};
  EXPECT_EQ(fold(Op::Not, kI1, flag), 0u);
  ConstantValue mask[] = {{Type::mask(8), 0}};
  EXPECT_EQ(fold(Op::Any, kI1, mask), 0u);
}

}  // namespace
}  // namespace tack::transform
