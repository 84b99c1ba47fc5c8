// SPDX-License-Identifier: Apache-2.0
// Copies between arrays and whatever else holds numbers. Never an alias.
#pragma once

#include "array.hpp"

namespace tack::py {

// A new array with the contents of an Array, a buffer (NumPy arrays, memoryviews, ...) or, through
// NumPy, nested sequences and numbers. Void keeps the source's dtype. The last `levels` extents are
// an element's: 1 for vectors, 2 for matrices; with 0 an Array's elements stay what they are.
Array* array_from(PyObject* source, ir::Kind dtype, int levels = 0);

// A view whose elements are vectors or matrices, made of the last `levels` extents; takes over the
// reference to `array`, which may be null. Null with an exception.
Array* with_elements(Array* array, int levels);

Array* converted(Array* source, ir::Kind kind);

// A new array of elements that lie `strides` bytes apart.
Array* array_from_memory(ir::Kind kind, int rank, const int64_t* shape, const int64_t* strides,
                         const void* data);

// A new array of one dimension with the elements of all, whose dtypes agree.
Array* concatenated(PyObject* arrays);

// dst = source elementwise; the shapes must agree, an element's extents last. Vectors and matrices
// may also come as all their components in a row. -1 with an exception.
int copy_into(Array* dst, PyObject* source);

// `flat`: all numbers in a row; else an element's extents come last.
PyObject* to_numpy(Array* source, bool flat = false);

}  // namespace tack::py
