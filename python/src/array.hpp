// SPDX-License-Identifier: Apache-2.0
// tack.Array: a contiguous row-major block of numbers. A hand-written CPython type, since a launch
// reads it in a few nanoseconds: one 64-bit descriptor says all that chooses a kernel's variant.
#pragma once

#include <cstdint>

#include "dtype.hpp"
#include "frontend/python/shape.hpp"
#include "py.hpp"

namespace tack::py {

inline constexpr int kMaxRank = 8;
inline constexpr int kMaxExtents = kMaxRank + 2;  // with those of a matrix as element

// Array::descriptor. The low 16 bits are the argument's part of a variant's key.
inline constexpr uint64_t kCodeKind = 0xF;       // ir::Kind
inline constexpr int kCodeRankShift = 4;         // 4 bits
inline constexpr uint64_t kCodeArray = 1u << 8;  // else a scalar
inline constexpr int kCodeElementShift = 9;      // 6 bits: Shape::code of an element
inline constexpr uint64_t kCodeMask = 0xFFFF;
inline constexpr uint64_t kWide = uint64_t(1) << 16;    // 2^31 elements or more
inline constexpr uint64_t kHasF64 = uint64_t(1) << 17;  // scalars of the call become f64
inline constexpr uint64_t kReadOnly = uint64_t(1) << 18;
inline constexpr uint64_t kForeign = uint64_t(1) << 19;  // memory that is not ours to release
// Made by a field-era function: `shape` and `size` on the host are those of the numbers in a row.
inline constexpr uint64_t kFlatShape = uint64_t(1) << 20;

struct Array {
  PyObject_VAR_HEAD  // ob_size: of `shape`
      uint64_t descriptor;
  void* data;
  int64_t size;    // numbers: each component of a vector or matrix counts
  PyObject* base;  // what keeps shared memory alive: an array, a memoryview, a capsule; else null
  int64_t mapped;  // bytes to unmap; 0: from the heap, or shared
  PyObject* weak_references;
  int64_t shape[1];  // rank() extents of elements, then those of an element: n, or rows and columns

  ir::Kind kind() const { return static_cast<ir::Kind>(descriptor & kCodeKind); }
  int rank() const { return static_cast<int>(descriptor >> kCodeRankShift & 0xF); }
  int extents() const { return static_cast<int>(ob_base.ob_size); }
  python::Shape element() const { return element_of(descriptor); }
  static python::Shape element_of(uint64_t descriptor) {
    return python::Shape::from_code(static_cast<uint32_t>(descriptor >> kCodeElementShift & 0x3F));
  }
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
