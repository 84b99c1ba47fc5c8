// SPDX-License-Identifier: Apache-2.0
// The interpreter's lock, given up for long work on memory.
#pragma once

#include <cstdint>

#include "gil.hpp"
#include "py.hpp"

namespace tack::py {

// Longer passes over memory let other threads run.
inline constexpr int64_t kReleaseGilBytes = 1 << 20;

class WithoutGil {
 public:
  explicit WithoutGil(bool yes) : state_(yes ? PyEval_SaveThread() : nullptr) {}
  ~WithoutGil() {
    if (state_) take_gil(state_);
  }
  WithoutGil(const WithoutGil&) = delete;
  WithoutGil& operator=(const WithoutGil&) = delete;

 private:
  PyThreadState* state_;
};

}  // namespace tack::py
