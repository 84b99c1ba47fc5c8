// SPDX-License-Identifier: Apache-2.0
// Exact results of the compiled functions: what C99's Annex F says of special arguments, and the
// rows that are exact in mathematics.
#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "math/compiled.hpp"

namespace tack::math_check {
namespace {

constexpr double kInf = std::numeric_limits<double>::infinity();
constexpr double kNan = std::numeric_limits<double>::quiet_NaN();
// Of the format under test, in place of these numbers.
constexpr double kMax = 1.25e300, kTiny = 1.25e-300;

struct One {
  const char* name;
  double x, want;
};

const One kOne[] = {
    {"sin", 0.0, 0.0},       {"sin", -0.0, -0.0},     {"sin", kInf, kNan},
    {"sin", -kInf, kNan},    {"sin", kNan, kNan},     {"sin", kTiny, kTiny},
    {"sin", -kTiny, -kTiny}, {"cos", 0.0, 1},         {"cos", -0.0, 1},
    {"cos", kInf, kNan},     {"cos", -kInf, kNan},    {"cos", kNan, kNan},
    {"cos", kTiny, 1},       {"tan", 0.0, 0.0},       {"tan", -0.0, -0.0},
    {"tan", kInf, kNan},     {"tan", -kInf, kNan},    {"tan", kNan, kNan},
    {"tan", kTiny, kTiny},   {"tan", -kTiny, -kTiny}, {"asin", 0.0, 0.0},
    {"asin", -0.0, -0.0},    {"asin", 1.5, kNan},     {"asin", -1.5, kNan},
    {"asin", kInf, kNan},    {"asin", kNan, kNan},    {"asin", -kTiny, -kTiny},
    {"acos", 1, 0.0},        {"acos", 1.5, kNan},     {"acos", -1.5, kNan},
    {"acos", -kInf, kNan},   {"acos", kNan, kNan},    {"atan", 0.0, 0.0},
    {"atan", -0.0, -0.0},    {"atan", kNan, kNan},    {"atan", -kTiny, -kTiny},
    {"exp", 0.0, 1},         {"exp", -0.0, 1},        {"exp", kInf, kInf},
    {"exp", -kInf, 0.0},     {"exp", kNan, kNan},     {"exp", kMax, kInf},
    {"exp", -kMax, 0.0},     {"exp", kTiny, 1},       {"exp2", 0.0, 1},
    {"exp2", -0.0, 1},       {"exp2", kInf, kInf},    {"exp2", -kInf, 0.0},
    {"exp2", kNan, kNan},    {"exp2", kMax, kInf},    {"exp2", -kMax, 0.0},
    {"exp2", 10, 1024},      {"exp2", -3, 0.125},     {"log", 0.0, -kInf},
    {"log", -0.0, -kInf},    {"log", 1, 0.0},         {"log", -1, kNan},
    {"log", -kInf, kNan},    {"log", kInf, kInf},     {"log", kNan, kNan},
    {"log", -kTiny, kNan},   {"log2", 0.0, -kInf},    {"log2", -0.0, -kInf},
    {"log2", 1, 0.0},        {"log2", -1, kNan},      {"log2", kInf, kInf},
    {"log2", kNan, kNan},    {"log2", 1024, 10},      {"log2", 0.125, -3},
    {"log10", 0.0, -kInf},   {"log10", -0.0, -kInf},  {"log10", 1, 0.0},
    {"log10", -1, kNan},     {"log10", kInf, kInf},   {"log10", kNan, kNan},
    {"log10", 1000, 3},      {"sinh", 0.0, 0.0},      {"sinh", -0.0, -0.0},
    {"sinh", kInf, kInf},    {"sinh", -kInf, -kInf},  {"sinh", kNan, kNan},
    {"sinh", kMax, kInf},    {"sinh", -kMax, -kInf},  {"sinh", -kTiny, -kTiny},
    {"cosh", 0.0, 1},        {"cosh", -0.0, 1},       {"cosh", kInf, kInf},
    {"cosh", -kInf, kInf},   {"cosh", kNan, kNan},    {"cosh", -kMax, kInf},
    {"cosh", kTiny, 1},      {"tanh", 0.0, 0.0},      {"tanh", -0.0, -0.0},
    {"tanh", kInf, 1},       {"tanh", -kInf, -1},     {"tanh", kNan, kNan},
    {"tanh", kMax, 1},       {"tanh", -kMax, -1},     {"tanh", -kTiny, -kTiny},
};

constexpr double kPi = 3.141592653589793238;

struct Two {
  const char* name;
  double x, y, want;
};

// atan2's first argument is y.
const Two kTwo[] = {
    {"atan2", 0.0, -0.0, kPi},
    {"atan2", -0.0, -0.0, -kPi},
    {"atan2", 0.0, 0.0, 0.0},
    {"atan2", -0.0, 0.0, -0.0},
    {"atan2", 0.0, -2, kPi},
    {"atan2", -0.0, -2, -kPi},
    {"atan2", 0.0, 2, 0.0},
    {"atan2", -0.0, 2, -0.0},
    {"atan2", -2, 0.0, -kPi / 2},
    {"atan2", -2, -0.0, -kPi / 2},
    {"atan2", 2, 0.0, kPi / 2},
    {"atan2", 2, -0.0, kPi / 2},
    {"atan2", 2, -kInf, kPi},
    {"atan2", -2, -kInf, -kPi},
    {"atan2", 2, kInf, 0.0},
    {"atan2", -2, kInf, -0.0},
    {"atan2", kInf, 2, kPi / 2},
    {"atan2", -kInf, 2, -kPi / 2},
    {"atan2", kInf, -kInf, kPi * 3 / 4},
    {"atan2", -kInf, -kInf, -kPi * 3 / 4},
    {"atan2", kInf, kInf, kPi / 4},
    {"atan2", -kInf, kInf, -kPi / 4},
    {"atan2", kMax, kMax, kPi / 4},
    {"atan2", kTiny, kTiny, kPi / 4},
    {"atan2", kTiny, kMax, 0.0},
    {"atan2", -kTiny, -kMax, -kPi},
    {"atan2", kNan, 1, kNan},
    {"atan2", 1, kNan, kNan},
    {"pow", 0.0, -3, kInf},
    {"pow", -0.0, -3, -kInf},
    {"pow", -0.0, -2, kInf},
    {"pow", -0.0, -2.5, kInf},
    {"pow", -0.0, -kInf, kInf},
    {"pow", 0.0, 3, 0.0},
    {"pow", -0.0, 3, -0.0},
    {"pow", -0.0, 2, 0.0},
    {"pow", -0.0, 2.5, 0.0},
    {"pow", -1, kInf, 1},
    {"pow", -1, -kInf, 1},
    {"pow", 1, kNan, 1},
    {"pow", kNan, 0.0, 1},
    {"pow", kNan, -0.0, 1},
    {"pow", -2, 0.5, kNan},
    {"pow", -kTiny, 0.5, kNan},
    {"pow", 0.5, -kInf, kInf},
    {"pow", 2, -kInf, 0.0},
    {"pow", 0.5, kInf, 0.0},
    {"pow", -2, kInf, kInf},
    {"pow", -kInf, -3, -0.0},
    {"pow", -kInf, -2, 0.0},
    {"pow", -kInf, 3, -kInf},
    {"pow", -kInf, 2.5, kInf},
    {"pow", kInf, -2, 0.0},
    {"pow", kInf, 0.5, kInf},
    {"pow", kNan, 1, kNan},
    {"pow", 2, kNan, kNan},
    {"pow", 2, 10, 1024},
    {"pow", -2, 3, -8},
    {"pow", 4, 0.5, 2},
    {"pow", 2, kMax, kInf},
    {"pow", -2, kMax, kInf},
    {"pow", kMax, -kMax, 0.0},
    {"pow", kTiny, 1, kTiny},
    {"fmod", 5.5, 2, 1.5},
    {"fmod", -5.5, 2, -1.5},
    {"fmod", -4, 2, -0.0},
    {"fmod", 4, -2, 0.0},
    {"fmod", 1, 0.0, kNan},
    {"fmod", kInf, 2, kNan},
    {"fmod", 2, -kInf, 2},
    {"fmod", kNan, 2, kNan},
    {"fmod", kMax, kTiny, 0.0},
    {"floormod", -5.5, 2, 0.5},
    {"floormod", 5.5, -2, -0.5},
    {"floormod", -4, 2, 0.0},
    {"floormod", 4, -2, -0.0},
    {"floormod", 1, -kInf, -kInf},
    {"floormod", 1, 0.0, kNan},
    {"floordiv", -5.5, 2, -3},
    {"floordiv", 5.5, -2, -3},
    {"floordiv", -0.0, 2, -0.0},
    {"floordiv", 1, -kInf, -1},
    {"floordiv", 1, 0.0, kNan},
    {"floordiv", kNan, 1, kNan},
};

template <class Float>
Float of(double value) {
  using Limits = std::numeric_limits<Float>;
  if (std::fabs(value) == kMax) return value < 0 ? -Limits::max() : Limits::max();
  if (std::fabs(value) == kTiny) return value < 0 ? -Limits::denorm_min() : Limits::denorm_min();
  return static_cast<Float>(value);
}

template <class Float>
bool same(Float a, Float b) {
  return (std::isnan(a) && std::isnan(b)) || std::memcmp(&a, &b, sizeof a) == 0;
}

// Every lane of a gang and the tail.
constexpr int64_t kCount = 19;

template <class Float, class Row, class Check>
void each(std::span<const Row> rows, int arguments, const Check& check) {
  for (uint32_t width : {1u, 8u}) {
    std::unique_ptr<Compiled<Float>> compiled;
    std::string name;
    for (const Row& row : rows) {
      if (name != row.name) {
        name = row.name;
        compiled = std::make_unique<Compiled<Float>>(name, arguments, width, "", "");
      }
      check(*compiled, row, width);
    }
  }
}

template <class Float>
void check_one() {
  each<Float, One>(kOne, 1, [](const Compiled<Float>& compiled, const One& row, uint32_t width) {
    Float x[kCount], got[kCount];
    std::fill(x, x + kCount, of<Float>(row.x));
    compiled.run(x, got, kCount);
    for (Float g : got) {
      ASSERT_TRUE(same(g, of<Float>(row.want)))
          << row.name << " of " << x[0] << " at width " << width << ": " << g;
    }
  });
}

template <class Float>
void check_two() {
  each<Float, Two>(kTwo, 2, [](const Compiled<Float>& compiled, const Two& row, uint32_t width) {
    Float x[kCount], y[kCount], got[kCount];
    std::fill(x, x + kCount, of<Float>(row.x));
    std::fill(y, y + kCount, of<Float>(row.y));
    compiled.run(x, y, got, kCount);
    for (Float g : got) {
      ASSERT_TRUE(same(g, of<Float>(row.want)))
          << row.name << " of " << x[0] << ", " << y[0] << " at width " << width << ": " << g;
    }
  });
}

TEST(MathSpecial, OneArgument) {
  check_one<float>();
  check_one<double>();
}

TEST(MathSpecial, TwoArguments) {
  check_two<float>();
  check_two<double>();
}

}  // namespace
}  // namespace tack::math_check
