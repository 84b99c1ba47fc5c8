// SPDX-License-Identifier: Apache-2.0
// tack.Array: a contiguous row-major block of numbers. A hand-written CPython type, since a launch
// reads it in a few nanoseconds: one 64-bit descriptor says all that chooses a kernel's variant.
#pragma once

#include <cstdint>

#include "dtype.hpp"
#include "frontend/python/shape.hpp"
#include "launch/arguments.hpp"
#include "py.hpp"

namespace tack::py {

using launch::kCodeArray;
using launch::kCodeElementShift;
using launch::kCodeKind;
using launch::kCodeMask;
using launch::kCodeRankShift;
using launch::kHasF64;
using launch::kMaxRank;
using launch::kReadOnly;
using launch::kWide;
inline constexpr int kMaxExtents = kMaxRank + 2;  // with those of a matrix as element

// ArrayData::descriptor, of the package alone.
inline constexpr uint64_t kForeign = uint64_t(1) << 19;  // memory that is not ours to release
// Made by a field-era function: `shape` and `size` on the host are those of the numbers in a row.
inline constexpr uint64_t kFlatShape = uint64_t(1) << 20;

// ob_size: of `room`.
struct Array : PyVarObject, launch::ArrayData {
  PyObject* base;  // what keeps shared memory alive: an array, a memoryview, a capsule; else null
  int64_t mapped;  // bytes to unmap; 0: from the heap, or shared
  PyObject* weak_references;
  int64_t room[1];  // what `shape` points to

  int extents() const { return static_cast<int>(ob_size); }
  int64_t bytes() const { return size * dtype_row(kind()).bytes; }
  bool is_read_only() const { return (descriptor & kReadOnly) != 0; }
};

extern PyTypeObject ArrayType;
inline bool is_array(PyObject* object) { return Py_TYPE(object) == &ArrayType; }
inline PyObject* array_object(const Array* array) {
  return reinterpret_cast<PyObject*>(const_cast<Array*>(array));
}

// A new array, filled with zeros. Null with an exception: ValueError for a bad shape, MemoryError
// that says how much was wanted.
Array* new_array(ir::Kind kind, int rank, const int64_t* shape, python::Shape element = {});
// Shares memory, dtype, kind of element and writability; the sizes agree.
Array* new_view(Array* base, int rank, const int64_t* shape);
Array* new_view(Array* base, int rank, const int64_t* shape, python::Shape element);
// Over memory that something else owns: `keeper`, when not null, is held as long as the array and
// its views live. Null with a ValueError for a bad shape, or for null data with elements.
Array* new_foreign(ir::Kind kind, int rank, const int64_t* shape, void* data, PyObject* keeper,
                   bool writable);

// A shape argument: an int or a sequence of ints. -1 with an exception.
int parse_shape(PyObject* object, int64_t* shape);
PyObject* shape_tuple(const Array* array);

// The RuntimeError of a host write when the array is read-only; true when it may be written.
bool check_writable(const Array* array);

int add_array(PyObject* module);

}  // namespace tack::py
