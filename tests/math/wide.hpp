// SPDX-License-Identifier: Apache-2.0
// References of many f32 arguments at once, in double, good to 2^-12 of a unit of a float's last
// place: to choose whom MPFR is asked about.
#pragma once

#include <cstdint>

#include "math/reference.hpp"

namespace tack::math_check {

// A one-argument function of the C library; four arguments at a time by glibc's vector library
// (within 4 units of a double's last place) where this machine has both it and AVX2.
class Wide {
 public:
  explicit Wide(const Function& function);
  void run(const float* x, double* want, int64_t count) const;

 private:
  double (*one_)(double);
  bool periodic_;
  void* four_ = nullptr;
};

// May one of the results be further than `limit` units of the last place off, or is one of them or of the
// references not a normal number? In vectors.
bool may_exceed(const float* got, const double* want, int64_t count, double limit);

}  // namespace tack::math_check
