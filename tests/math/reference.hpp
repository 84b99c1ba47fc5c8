// SPDX-License-Identifier: Apache-2.0
// What the functions should give: the C library one precision higher, and MPFR for the last word.
#pragma once

#include <cstdint>
#include <span>

namespace tack::math_check {

enum class Symmetry : uint8_t { None, Odd, Even };

struct Function {
  const char* name;
  int arguments;
  Symmetry symmetry;
  double bound_f32, bound_f64;  // the promise, in units in the last place
  // The C library's, in double for f32 and in long double for f64.
  double (*wide1)(double);
  double (*wide2)(double, double);
  long double (*wider1)(long double);
  long double (*wider2)(long double, long double);
  double low, high;  // arguments that programs use, for timing
};

std::span<const Function> functions();

// |got - want| in units of the last place of `want`, whose sign of zero, infinity or NaN must be
// met: else 1e9. `want` is of a wider format. Below the normal range the unit is the smallest
// subnormal.
double ulps(float got, double want);
double ulps(double got, long double want);

// The same error by MPFR with 200 bits.
double exact_ulps(const Function& function, float got, float x, float y);
double exact_ulps(const Function& function, double got, double x, double y);

}  // namespace tack::math_check
