// SPDX-License-Identifier: Apache-2.0
// The interpreter's lock, given up for a while.
#pragma once

#include "gil.hpp"
#include "py.hpp"
#include "support/big_stack.hpp"

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

// On a big stack, for work that looks up Python objects. An exception it sets does not come back.
template <class Work>
void run_with_python(const Work& work) {
  Unlocked unlocked;
  run_on_big_stack([&] {
    PyGILState_STATE state = ensure_gil();
    work();
    PyGILState_Release(state);
  });
}

}  // namespace tack::py
