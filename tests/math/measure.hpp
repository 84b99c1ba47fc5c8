// SPDX-License-Identifier: Apache-2.0
// The largest error of a function over a set of arguments, and its speed.
#pragma once

#include <cstdint>
#include <string>

#include "math/reference.hpp"

namespace tack::math_check {

struct Worst {
  double ulps = 0;  // by MPFR
  double x = 0, y = 0;
  double got = 0;
  uint64_t tried = 0;
};

struct Settings {
  uint32_t width = 0;   // lanes; 0: as the compiler chooses, 1: scalar
  std::string isa;      // empty: the best of this machine
  std::string library;  // IR text in place of the built-in library
  int threads = 1;
  uint64_t blocks = 64;      // of kBlock arguments
  bool all = false;          // every f32 instead; one-argument functions only
  double low = 0, high = 0;  // only arguments within, when low < high
};

template <class Float>
Worst measure(const Function& function, const Settings& settings);

// Nanoseconds an item on one thread, arguments in the first cache level.
template <class Float>
double nanoseconds(const Function& function, const Settings& settings);

extern template Worst measure<float>(const Function&, const Settings&);
extern template Worst measure<double>(const Function&, const Settings&);
extern template double nanoseconds<float>(const Function&, const Settings&);
extern template double nanoseconds<double>(const Function&, const Settings&);

}  // namespace tack::math_check
