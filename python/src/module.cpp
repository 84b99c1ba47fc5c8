// SPDX-License-Identifier: Apache-2.0
#include "module.hpp"

#include "array.hpp"
#include "dtype.hpp"
#include "runtime/tack_rt.h"

namespace nb = nanobind;

NB_MODULE(_tack, m) {
  using namespace tack::py;
  m.attr("__version__") = TACK_VERSION;
  if (add_dtypes(m.ptr()) < 0 || add_array(m.ptr()) < 0) throw nb::python_error();
  add_array_functions(m);
  // Kernels from Python take the cores, not every hardware thread: a core's second thread gains
  // little for SIMD code, and the host program has threads of its own.
  tack_rt_use_physical_cores(1);
  m.def(
      "sync", [] {},
      "Waits for every queued launch. Launches on the CPU are complete when they return.");
}
