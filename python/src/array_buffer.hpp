// SPDX-License-Identifier: Apache-2.0
// Memory shared with the rest of the process: Python's buffers both ways, and bare addresses.
#pragma once

#include "array.hpp"

namespace tack::py {

// The Array as a buffer: memoryview(a), np.asarray(a), ... share its memory.
int array_get_buffer(PyObject* array, Py_buffer* view, int flags);
void array_release_buffer(PyObject* array, Py_buffer* view);

// What is wrong with a buffer's elements, or their dtype.
struct BufferFormat {
  ir::Kind kind = ir::Kind::Void;
  bool is_swapped = false;  // the other byte order
  bool is_bool = false;     // of kind u8, to be read as 0 or 1
};
BufferFormat buffer_format(const char* format, Py_ssize_t bytes);

// A TypeError that names the dtype of `object`, or its buffer's format.
void refuse_format(PyObject* object, const char* format);

// An array over a buffer's memory. With a dtype, a buffer of bytes is taken as elements of it. Null
// `shape` (rank -1): the buffer's own.
Array* array_over_buffer(PyObject* source, ir::Kind dtype, int rank, const int64_t* shape);

// An array at an address, or at the memory of a buffer that is large enough.
Array* array_at(PyObject* pointer, ir::Kind dtype, int rank, const int64_t* shape, bool writable);

}  // namespace tack::py
