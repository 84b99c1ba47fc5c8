// SPDX-License-Identifier: Apache-2.0
// @tack.func: a device function, inlined where kernels call it.
#pragma once

#include <memory>

#include "frontend/python/environment.hpp"
#include "py.hpp"

namespace tack::py {

bool is_func(PyObject* object);
// The same object for the same Python function: it is the function's identity.
std::shared_ptr<const python::DeviceFunction> device_function(PyObject* func);

int add_func(PyObject* module);

}  // namespace tack::py
