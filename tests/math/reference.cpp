// SPDX-License-Identifier: Apache-2.0
#include "math/reference.hpp"

#include <mpfr.h>

#include <algorithm>
#include <bit>
#include <cmath>
#include <cstring>
#include <limits>
#include <stdexcept>
#include <string>

namespace tack::math_check {
namespace {

constexpr double kWrong = 1e9;
constexpr mpfr_prec_t kBits = 200;

// One-argument row: the overloads of std:: are the three libraries' functions.
#define TACK_ONE(name, symmetry, f32, f64, low, high) \
  {#name, 1, Symmetry::symmetry, f32, f64, std::name, nullptr, std::name, nullptr, low, high}
#define TACK_TWO(name, f32, f64, low, high) \
  {#name, 2, Symmetry::None, f32, f64, nullptr, std::name, nullptr, std::name, low, high}

const Function kFunctions[] = {
    TACK_ONE(sin, Odd, 1, 1.5, -4, 4),
    TACK_ONE(cos, Even, 1, 1.5, -4, 4),
    TACK_ONE(tan, Odd, 2, 3, -4, 4),
    TACK_ONE(asin, Odd, 2, 3, -1, 1),
    TACK_ONE(acos, None, 2, 3, -1, 1),
    TACK_ONE(atan, Odd, 1, 1.5, -4, 4),
    TACK_ONE(exp, None, 1, 1.5, -20, 20),
    TACK_ONE(exp2, None, 1, 1.5, -30, 30),
    TACK_ONE(log, None, 1, 1.5, 0.01, 100),
    TACK_ONE(log2, None, 1, 1.5, 0.01, 100),
    TACK_ONE(log10, None, 1, 1.5, 0.01, 100),
    TACK_ONE(sinh, Odd, 2, 3, -5, 5),
    TACK_ONE(cosh, Even, 2, 3, -5, 5),
    TACK_ONE(tanh, Odd, 2, 3, -5, 5),
    TACK_TWO(atan2, 2, 3, -4, 4),
    TACK_TWO(pow, 2, 3, 0.1, 10),
    TACK_TWO(fmod, 0, 0, -40, 40),
};
#undef TACK_ONE
#undef TACK_TWO

// Digits and least exponent (as of frexp) of a format.
template <class Float>
constexpr int kDigits = std::numeric_limits<Float>::digits;
template <class Float>
constexpr int kLeast = std::numeric_limits<Float>::min_exponent;

template <class Float, class Wide>
double ulps_of(Float got, Wide want) {
  if (std::isnan(got) || std::isnan(want)) return std::isnan(got) == std::isnan(want) ? 0 : kWrong;
  auto rounded = static_cast<Float>(want);
  if (std::isinf(got) || std::isinf(rounded)) return got == rounded ? 0 : kWrong;
  if (got == 0 && rounded == 0) return std::signbit(got) == std::signbit(want) ? 0 : kWrong;
  int exponent = 0;
  (void)std::frexp(want, &exponent);
  exponent = std::max(exponent, kLeast<Float>);
  return static_cast<double>(
      std::ldexp(std::fabs(static_cast<Wide>(got) - want), kDigits<Float> - exponent));
}

using One = int (*)(mpfr_t, const mpfr_t, mpfr_rnd_t);
using Two = int (*)(mpfr_t, const mpfr_t, const mpfr_t, mpfr_rnd_t);
struct Exact {
  const char* name;
  One one;
  Two two;
};
const Exact kExact[] = {
    {"sin", mpfr_sin, nullptr},   {"cos", mpfr_cos, nullptr},     {"tan", mpfr_tan, nullptr},
    {"asin", mpfr_asin, nullptr}, {"acos", mpfr_acos, nullptr},   {"atan", mpfr_atan, nullptr},
    {"exp", mpfr_exp, nullptr},   {"exp2", mpfr_exp2, nullptr},   {"log", mpfr_log, nullptr},
    {"log2", mpfr_log2, nullptr}, {"log10", mpfr_log10, nullptr}, {"sinh", mpfr_sinh, nullptr},
    {"cosh", mpfr_cosh, nullptr}, {"tanh", mpfr_tanh, nullptr},   {"atan2", nullptr, mpfr_atan2},
    {"pow", nullptr, mpfr_pow},   {"fmod", nullptr, mpfr_fmod},
};

template <class Float>
double exact_ulps_of(const Function& function, Float got, Float x, Float y) {
  const Exact* exact = std::find_if(std::begin(kExact), std::end(kExact), [&](const Exact& row) {
    return std::strcmp(row.name, function.name) == 0;
  });
  if (exact == std::end(kExact)) throw std::runtime_error(std::string("no MPFR ") + function.name);
  mpfr_t a, b, want, difference;
  mpfr_inits2(kBits, a, b, want, difference, nullptr);
  mpfr_set_d(a, x, MPFR_RNDN);
  mpfr_set_d(b, y, MPFR_RNDN);
  if (exact->one) {
    exact->one(want, a, MPFR_RNDN);
  } else {
    exact->two(want, a, b, MPFR_RNDN);
  }
  double error = 0;
  Float rounded = sizeof(Float) == 4 ? static_cast<Float>(mpfr_get_flt(want, MPFR_RNDN))
                                     : static_cast<Float>(mpfr_get_d(want, MPFR_RNDN));
  if (!std::isfinite(got) || !std::isfinite(rounded) || (got == 0 && rounded == 0)) {
    error = ulps_of<Float, long double>(got, rounded);
  } else if (!mpfr_zero_p(want) || got != 0) {
    long exponent = mpfr_zero_p(want) ? kLeast<Float> : static_cast<long>(mpfr_get_exp(want));
    exponent = std::max(exponent, static_cast<long>(kLeast<Float>));
    mpfr_sub_d(difference, want, got, MPFR_RNDN);
    mpfr_mul_2si(difference, difference, kDigits<Float> - exponent, MPFR_RNDN);
    error = std::fabs(mpfr_get_d(difference, MPFR_RNDN));
  }
  mpfr_clears(a, b, want, difference, nullptr);
  return error;
}

}  // namespace

std::span<const Function> functions() { return kFunctions; }

// The common case without calls: a sweep over every f32 spends its time here.
double ulps(float got, double want) {
  uint64_t exponent = std::bit_cast<uint64_t>(want) >> 52 & 0x7ff;
  constexpr uint64_t kFirst = 1023 - 126, kLast = 1023 + 126;
  if (exponent < kFirst || exponent > kLast || !std::isfinite(got)) return ulps_of(got, want);
  double per_unit = std::bit_cast<double>((1023 + 23 + 1023 - exponent) << 52);
  return std::fabs(got - want) * per_unit;
}
double ulps(double got, long double want) { return ulps_of(got, want); }

double exact_ulps(const Function& function, float got, float x, float y) {
  return exact_ulps_of(function, got, x, y);
}
double exact_ulps(const Function& function, double got, double x, double y) {
  return exact_ulps_of(function, got, x, y);
}

}  // namespace tack::math_check
