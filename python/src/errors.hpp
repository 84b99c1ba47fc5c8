// SPDX-License-Identifier: Apache-2.0
// Exceptions of the package and what a kernel call makes of those raised inside it.
#pragma once

#include <string>

#include "frontend/python/failure.hpp"
#include "py.hpp"
#include "support/result.hpp"

namespace tack::py {

// tack.UnsupportedSyntaxError, a NotImplementedError.
extern PyObject* UnsupportedSyntaxError;

// The class of support/error_kinds.def, borrowed.
PyObject* class_of(ErrorKind kind);

void raise(const Error& error);
void raise(const python::Failure& failure);
// The note stands below the message in a traceback.
void raise_with_note(PyObject* type, const std::string& text, const std::string& note);

// The current exception as the caller of kernel `name` sees it:
//   TypeError             prefixed "Kernel 'k': " once
//   UnsupportedSyntaxError, ValueError, NameError, ... unchanged
//   other RuntimeError    RuntimeError "Kernel 'k' failed on CPUBackend: ..."
// A changed exception has the original as its cause.
void translate_error(const std::string& name);

int add_errors(PyObject* module);

}  // namespace tack::py
