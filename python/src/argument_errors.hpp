// SPDX-License-Identifier: Apache-2.0
// What a caller is told of arguments that a function of the extension module does not take.
#pragma once

#include "py.hpp"

namespace tack::py {

// For every function that `module` has by now: its TypeErrors name the function and the parameter,
// in place of nanobind's list of C++ signatures. Calls that are right cost one lookup more.
void explain_arguments(PyObject* module);

}  // namespace tack::py
