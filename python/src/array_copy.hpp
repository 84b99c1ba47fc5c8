// SPDX-License-Identifier: Apache-2.0
// Copies between arrays and whatever else holds numbers. Never an alias.
#pragma once

#include "array.hpp"

namespace tack::py {

// A new array with the contents of an Array, a buffer (NumPy arrays, memoryviews, ...) or, through
// NumPy, nested sequences and numbers. Void keeps the source's dtype.
Array* array_from(PyObject* source, ir::Kind dtype);

Array* converted(Array* source, ir::Kind kind);

// dst = source elementwise; the shapes must agree. -1 with an exception.
int copy_into(Array* dst, PyObject* source);

PyObject* to_numpy(Array* source);

}  // namespace tack::py
