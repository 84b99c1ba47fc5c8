// SPDX-License-Identifier: Apache-2.0
#include "module.hpp"

#include "argument_errors.hpp"
#include "array.hpp"
#include "debug.hpp"
#include "device_class.hpp"
#include "dtype.hpp"
#include "environment.hpp"
#include "errors.hpp"
#include "frontend/python/library.hpp"
#include "func.hpp"
#include "kernel.hpp"
#include "print.hpp"
#include "runtime/tack_rt.h"

namespace nb = nanobind;
using namespace nb::literals;

NB_MODULE(_tack, m) {
  using namespace tack::py;
  m.attr("__version__") = TACK_VERSION;
  // Interpreters share the types below, so a second set-up would break the first. The package asks.
  bool is_main = PyInterpreterState_Get() == PyInterpreterState_Main();
  m.def("_check_interpreter", [] {
    if (PyInterpreterState_Get() == PyInterpreterState_Main()) return;
    PyErr_SetString(PyExc_ImportError,
                    "tack works in the main interpreter only, not in sub-interpreters");
    throw nb::python_error();
  });
  if (!is_main) return;
  // Hand-written types, whose calls cost what they do and no more; nanobind for the rest.
  for (auto add :
       {add_errors, add_dtypes, add_array, add_func, add_kernel, add_environment, add_device_class})
    if (add(m.ptr()) < 0) throw nb::python_error();
  add_array_functions(m);
  add_sharing_functions(m);
  add_inspect(m);
  // Kernels from Python take the cores, not every hardware thread: a core's second thread gains
  // little for SIMD code, and the host program has threads of its own.
  tack_rt_use_physical_cores(1);
  take_prints();
  if (const char* error = tack_rt_config_error()) {
    PyErr_SetString(PyExc_ValueError, error);
    throw nb::python_error();
  }
  m.def(
      "sync", [] {},
      "Waits for every queued launch. Launches on the CPU are complete when they return.");
  m.def(
      "debug", set_debug_mode, "on"_a = true,
      "Debug mode for kernels called from now on: an index outside its array raises IndexError, an "
      "integer division by zero ZeroDivisionError, instead of being undefined. Slower.");
  m.def("_debug_mode", debug_mode);
  m.def("_threads", [] { return tack_rt_threads(); });
  m.def("_set_threads", [](int n) { tack_rt_set_threads(n); });
  m.def("_kernel_name", [](const char* name) {
    PyObject* object = kernel_name(name);
    if (!object) throw nb::python_error();
    return nb::steal(object);
  });
  // For tests: how many variants of a kernel there are.
  m.def("_variant_count", [](nb::handle kernel) {
    if (!is_kernel(kernel.ptr())) throw nb::type_error("not a kernel");
    return reinterpret_cast<Kernel*>(kernel.ptr())->state->variants.size();
  });
  m.def("_library_names", [](const std::string& module) {
    nb::list names;
    for (const std::string& name : tack::python::library_names(module))
      names.append(nb::str(name.c_str()));
    return names;
  });
  m.def("_set_vector_types",
        [](nb::handle v, nb::handle t) { set_vector_types(v.ptr(), t.ptr()); });
  m.def("_set_constant_types", [](nb::handle i, nb::handle f, nb::handle t) {
    set_constant_types(i.ptr(), f.ptr(), t.ptr());
  });
  explain_arguments(m.ptr());
}
