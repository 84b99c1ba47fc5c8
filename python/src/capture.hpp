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

}  // namespace tack::py
