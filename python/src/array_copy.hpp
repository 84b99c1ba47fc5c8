// SPDX-License-Identifier: Apache-2.0
// Copies between arrays and whatever else holds numbers. Never an alias.
#pragma once

#include "array.hpp"

namespace tack::py {

// A new array with the contents of an Array, a buffer (NumPy arrays, memoryviews, ...) or, through
// NumPy, nested sequences and numbers. Void keeps the source's dtype.
Array* array_from(PyObject* source, ir::Kind dtype);

Array* converted(Array* source, ir::Kind kind);

// A new array of elements that lie `strides` bytes apart.
Array* array_from_memory(ir::Kind kind, int rank, const int64_t* shape, const int64_t* strides,
                         const void* data);

// A new array of one dimension with the elements of all, whose dtypes agree.
Array* concatenated(PyObject* arrays);

// dst = source elementwise; the shapes must agree. -1 with an exception.
int copy_into(Array* dst, PyObject* source);

PyObject* to_numpy(Array* source);

}  // namespace tack::py
