// SPDX-License-Identifier: Apache-2.0
// The source text of a decorated function.
#pragma once

#include <memory>

#include "frontend/python/frontend.hpp"
#include "py.hpp"

namespace tack::py {

// Finds and parses the source of a Python function. Null with an exception: TypeError for what is
// no plain function, RuntimeError when the source cannot be read, or what decoration itself raises.
std::shared_ptr<const python::Template> capture(PyObject* function, python::TemplateKind kind);

// What a decorator is applied to, borrowed; null with a TypeError when it is called with anything
// else, as `@tack.kernel()` does.
PyObject* decorated(PyObject* args, PyObject* kwargs, python::TemplateKind kind);

}  // namespace tack::py
