// SPDX-License-Identifier: Apache-2.0
// Errors of the math library in units in the last place, run by the interpreter and compared with
// the C library one precision higher: a small sample. The bounds are the promised ones; tests/math
// measures the compiled functions on many more arguments.
#include <gtest/gtest.h>

#include <bit>
#include <cmath>
#include <limits>
#include <random>

#include "interp/interp.hpp"
#include "mathlib/mathlib.hpp"

namespace tack::mathlib {
namespace {

constexpr double kWrong = 1e9;

// |got - want| in units of the last place of `want` with `digits` significant bits.
double ulps(long double got, long double want, bool single, int digits, int min_exponent) {
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) == std::isnan(want) ? 0 : kWrong;
  long double rounded = single ? static_cast<float>(want) : static_cast<double>(want);
  if (std::isinf(got) || std::isinf(rounded)) return got == rounded ? 0 : kWrong;
  if (got == 0 && rounded == 0) return std::signbit(got) == std::signbit(rounded) ? 0 : kWrong;
  int exponent = 0;
  std::frexp(want, &exponent);
  exponent = std::max(exponent, min_exponent);
  return static_cast<double>(std::fabs(got - want) / std::ldexp(1.0L, exponent - digits));
}
double ulps_f32(float got, long double want) { return ulps(got, want, true, 24, -125); }
double ulps_f64(double got, long double want) { return ulps(got, want, false, 53, -1021); }

class Caller {
 public:
  explicit Caller(const std::string& name)
      : function_(add(module_, "math." + name)), machine_(module_) {}

  float f32(float x) {
    return std::bit_cast<float>(static_cast<uint32_t>(run({std::bit_cast<uint32_t>(x)})));
  }
  float f32(float x, float y) {
    return std::bit_cast<float>(
        static_cast<uint32_t>(run({std::bit_cast<uint32_t>(x), std::bit_cast<uint32_t>(y)})));
  }
  double f64(double x) { return std::bit_cast<double>(run({std::bit_cast<uint64_t>(x)})); }
  double f64(double x, double y) {
    return std::bit_cast<double>(run({std::bit_cast<uint64_t>(x), std::bit_cast<uint64_t>(y)}));
  }

 private:
  uint64_t run(const interp::Words& arguments) {
    Result<interp::Words> result = machine_.call(*function_, arguments);
    EXPECT_TRUE(result) << result.error().message;
    return (*result)[0];
  }

  ir::Module module_;
  const ir::Function* function_;
  interp::Machine machine_;
};

// Every kind of argument: random bits, moderate values, multiples of pi/2, small integers,
// specials.
template <class Float, class Bits>
class Inputs {
 public:
  Float next() {
    constexpr Float kSpecial[] = {Float(0),
                                  -Float(0),
                                  1,
                                  -1,
                                  Float(0.5),
                                  2,
                                  -2,
                                  std::numeric_limits<Float>::infinity(),
                                  -std::numeric_limits<Float>::infinity(),
                                  std::numeric_limits<Float>::quiet_NaN(),
                                  std::numeric_limits<Float>::max(),
                                  std::numeric_limits<Float>::min(),
                                  std::numeric_limits<Float>::denorm_min()};
    size_t turn = count_++;
    if (turn < std::size(kSpecial)) return kSpecial[turn];
    switch (turn % 4) {
      case 0:
        return std::bit_cast<Float>(static_cast<Bits>(random_()));
      case 1:
        return std::ldexp(static_cast<Float>(static_cast<int64_t>(random_())),
                          -63 + static_cast<int>(random_() % 12));
      case 2:
        return static_cast<Float>(static_cast<int>(random_() % 2000) - 1000) *
               static_cast<Float>(1.5707963267948966);
      default:
        return static_cast<Float>(static_cast<int>(random_() % 41) - 20) * Float(0.25);
    }
  }

 private:
  std::mt19937_64 random_{20};
  size_t count_ = 0;
};

struct Unary {
  const char* name;
  long double (*reference)(long double);
  double bound_f32, bound_f64;
};

const Unary kUnary[] = {
    {"exp", std::exp, 1, 1.5},   {"exp2", std::exp2, 1, 1.5},   {"log", std::log, 1, 1.5},
    {"log2", std::log2, 1, 1.5}, {"log10", std::log10, 1, 1.5}, {"sin", std::sin, 1, 1.5},
    {"cos", std::cos, 1, 1.5},   {"tan", std::tan, 2, 3},       {"asin", std::asin, 2, 3},
    {"acos", std::acos, 2, 3},   {"atan", std::atan, 1, 1.5},   {"sinh", std::sinh, 2, 3},
    {"cosh", std::cosh, 2, 3},   {"tanh", std::tanh, 2, 3},
};

TEST(MathAccuracy, OneArgument) {
  for (const Unary& row : kUnary) {
    Caller single(std::string(row.name) + "_f32"), whole(std::string(row.name) + "_f64");
    Inputs<float, uint32_t> floats;
    Inputs<double, uint64_t> doubles;
    for (int i = 0; i < 4000; ++i) {
      float x = floats.next();
      ASSERT_LE(ulps_f32(single.f32(x), row.reference(x)), row.bound_f32)
          << row.name << "_f32 of " << x;
      double y = doubles.next();
      ASSERT_LE(ulps_f64(whole.f64(y), row.reference(y)), row.bound_f64)
          << row.name << "_f64 of " << y;
    }
  }
}

TEST(MathAccuracy, Atan2AndFmodAndPow) {
  Caller atan2_f32("atan2_f32"), atan2_f64("atan2_f64"), fmod_f32("fmod_f32"), fmod_f64("fmod_f64"),
      pow_f32("pow_f32"), pow_f64("pow_f64");
  Inputs<float, uint32_t> floats;
  Inputs<double, uint64_t> doubles;
  constexpr float kEdges[] = {0.0f, -0.0f,    1,         -1,  2,      -3,
                              0.5f, INFINITY, -INFINITY, NAN, 1e-45f, 3e38f};
  auto check = [&](float x, float y) {
    ASSERT_LE(ulps_f32(atan2_f32.f32(y, x), std::atan2((long double)y, (long double)x)), 2.0)
        << y << " " << x;
    ASSERT_LE(ulps_f32(fmod_f32.f32(x, y), std::fmod(x, y)), 0.0) << x << " " << y;
    ASSERT_LE(ulps_f32(pow_f32.f32(x, y), std::pow((long double)x, (long double)y)), 0.6)
        << x << " " << y;
  };
  for (double x : kEdges) {
    for (double y : kEdges) {
      ASSERT_LE(ulps_f64(pow_f64.f64(x, y), std::pow((long double)x, (long double)y)), 1.6)
          << x << " " << y;
    }
  }
  for (float x : kEdges) {
    for (float y : kEdges) check(x, y);
  }
  for (int i = 0; i < 2000; ++i) {
    float x = floats.next(), y = floats.next();
    check(x, y);
    double a = doubles.next(), b = doubles.next();
    ASSERT_LE(ulps_f64(atan2_f64.f64(a, b), std::atan2((long double)a, (long double)b)), 2.0)
        << a << " " << b;
    ASSERT_LE(ulps_f64(pow_f64.f64(a, b), std::pow((long double)a, (long double)b)), 1.6)
        << a << " " << b;
    ASSERT_LE(ulps_f64(fmod_f64.f64(a, b), std::fmod(a, b)), 0.0) << a << " " << b;
  }
}

// Python's divmod on quotients that are exact in long double.
TEST(MathAccuracy, FloorDivisionIsPythons) {
  Caller div_f32("floordiv_f32"), mod_f32("floormod_f32"), div_f64("floordiv_f64"),
      mod_f64("floormod_f64");
  std::mt19937 random(3);
  for (int i = 0; i < 4000; ++i) {
    double x = (static_cast<int>(random() % 4001) - 2000) / 16.0;
    double y = (static_cast<int>(random() % 401) - 200) / 8.0;
    if (y == 0) continue;
    double quotient = std::floor(static_cast<long double>(x) / y);
    double rest = x - quotient * y;
    if (rest == 0) rest = std::copysign(0.0, y);
    if (quotient == 0) quotient = std::copysign(0.0, x / y);
    ASSERT_EQ(ulps_f64(div_f64.f64(x, y), quotient), 0) << x << " // " << y;
    ASSERT_EQ(ulps_f64(mod_f64.f64(x, y), rest), 0) << x << " % " << y;
    float xf = static_cast<float>(x), yf = static_cast<float>(y);
    ASSERT_EQ(ulps_f32(div_f32.f32(xf, yf), quotient), 0) << x << " // " << y;
    ASSERT_EQ(ulps_f32(mod_f32.f32(xf, yf), rest), 0) << x << " % " << y;
  }
  EXPECT_EQ(div_f64.f64(1, -INFINITY), -1);
  EXPECT_EQ(mod_f64.f64(1, -INFINITY), -INFINITY);
  EXPECT_EQ(mod_f64.f64(1, INFINITY), 1);
  EXPECT_TRUE(std::isnan(div_f64.f64(1, 0)) && std::isnan(mod_f64.f64(1, 0)));
  EXPECT_TRUE(std::isnan(div_f64.f64(INFINITY, 2)) && std::isnan(mod_f64.f64(INFINITY, 2)));
}

}  // namespace
}  // namespace tack::mathlib
