// SPDX-License-Identifier: Apache-2.0
// Taking the interpreter's lock back. When the program ends meanwhile, Python ends the thread there
// with pthread_exit, which unwinds: through frames that may not throw that is an abort. So the
// thread sleeps until the process is gone, as Python's own do from 3.14 on.
#pragma once

#include <unistd.h>

#include "py.hpp"

namespace tack::py {

inline void take_gil(PyThreadState* state) {
  try {
    PyEval_RestoreThread(state);
  } catch (...) {
    for (;;) pause();
  }
}

inline PyGILState_STATE ensure_gil() {
  try {
    return PyGILState_Ensure();
  } catch (...) {
    for (;;) pause();
  }
}

}  // namespace tack::py
