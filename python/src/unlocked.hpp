// SPDX-License-Identifier: Apache-2.0
// The interpreter's lock, given up for a while.
#pragma once

#include "gil.hpp"
#include "py.hpp"

namespace tack::py {

class Unlocked {
 public:
  Unlocked() : state_(PyEval_SaveThread()) {}
  ~Unlocked() { take_gil(state_); }
  Unlocked(const Unlocked&) = delete;
  Unlocked& operator=(const Unlocked&) = delete;

 private:
  PyThreadState* state_;
};

}  // namespace tack::py
