// SPDX-License-Identifier: Apache-2.0
// The functions that make arrays over memory of others.
#include <nanobind/nanobind.h>

#include "array.hpp"
#include "array_buffer.hpp"
#include "array_copy.hpp"
#include "array_dlpack.hpp"
#include "module.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tack::py {
namespace {

nb::object own(Array* array) {
  if (!array) throw nb::python_error();
  return nb::steal(reinterpret_cast<PyObject*>(array));
}

ir::Kind kind_or_void(nb::handle dtype) {
  if (dtype.is_none()) return ir::Kind::Void;
  ir::Kind kind = dtype_from(dtype.ptr());
  if (kind == ir::Kind::Void) throw nb::python_error();
  return kind;
}

int rank_of(nb::handle shape, int64_t* extents) {
  int rank = parse_shape(shape.ptr(), extents);
  if (rank < 0) throw nb::python_error();
  return rank;
}

// How many of the last extents are those of an element.
int levels_of(bool vector, bool matrix) {
  if (vector && matrix) {
    PyErr_SetString(PyExc_TypeError, "elements are vectors or matrices, not both");
    throw nb::python_error();
  }
  return matrix ? 2 : vector ? 1 : 0;
}

nb::object from_ptr(nb::object pointer, nb::object dtype, nb::object shape, bool writable,
                    bool vector, bool matrix) {
  int levels = levels_of(vector, matrix);
  if (is_dtype(shape.ptr())) std::swap(dtype, shape);
  if (dtype.is_none()) {
    PyErr_SetString(PyExc_TypeError, "array_from_ptr() needs a dtype: an address has none");
    throw nb::python_error();
  }
  ir::Kind kind = kind_or_void(dtype);
  int64_t extents[kMaxRank];
  int rank = rank_of(shape, extents);
  return own(with_elements(array_at(pointer.ptr(), kind, rank, extents, writable), levels));
}

nb::object from_buffer(nb::object source, nb::object dtype, nb::object shape, bool vector,
                       bool matrix) {
  int levels = levels_of(vector, matrix);
  if (is_dtype(shape.ptr())) std::swap(dtype, shape);
  ir::Kind kind = kind_or_void(dtype);
  int64_t extents[kMaxRank];
  int rank = shape.is_none() ? -1 : rank_of(shape, extents);
  return own(with_elements(array_over_buffer(source.ptr(), kind, rank, extents), levels));
}

nb::object from_dlpack(nb::object source, nb::object copy, bool vector, bool matrix) {
  int levels = levels_of(vector, matrix);
  int wanted = copy.is_none() ? 0 : PyObject_IsTrue(copy.ptr());
  if (wanted < 0) throw nb::python_error();
  return own(with_elements(array_from_dlpack(source.ptr(), wanted != 0), levels));
}

// Every address that the process can name is the CPU's.
const char* memory_space(nb::handle pointer) {
  // The check alone: no array is kept.
  int64_t none = 0;
  Ref probe(reinterpret_cast<PyObject*>(array_at(pointer.ptr(), ir::Kind::U8, 1, &none, false)));
  if (!probe) throw nb::python_error();
  return "cpu";
}

}  // namespace

void add_sharing_functions(nb::module_& m) {
  for (const char* name : {"array_from_ptr", "field_from_ptr"})
    m.def(name, from_ptr, "ptr"_a.none(), "dtype"_a.none(), "shape"_a, "writable"_a = false,
          "vector"_a = false, "matrix"_a = false,
          "An array over memory at an address, or over a NumPy array's memory, which must live as "
          "long. Kernels and the host write it only with writable=True. vector=True takes the "
          "last extent as the components of vectors, matrix=True the last two as the rows and "
          "columns of matrices.");
  m.def("from_buffer", from_buffer, "source"_a.none(), "dtype"_a.none() = nb::none(),
        "shape"_a.none() = nb::none(), "vector"_a = false, "matrix"_a = false,
        "An array that shares the memory of a contiguous buffer: a NumPy array, a bytearray, "
        "mmap, ... A dtype gives bytes a meaning. Read-only where the buffer is. vector=True "
        "takes the last extent as the components of vectors, matrix=True the last two as the "
        "rows and columns of matrices.");
  m.def("from_dlpack", from_dlpack, "source"_a.none(), "copy"_a.none() = false, "vector"_a = false,
        "matrix"_a = false,
        "An array that shares the memory of a DLPack capsule, or of an object with __dlpack__; "
        "with copy=True a new array. vector=True takes the last extent as the components of "
        "vectors, matrix=True the last two as the rows and columns of matrices.");
  m.def("memory_space", memory_space, "ptr"_a.none(), "Where an address points: \"cpu\".");
  m.def(
      "concat", [](nb::handle arrays) { return own(concatenated(arrays.ptr())); },
      "arrays"_a.none(),
      "A new array of one dimension with the elements of all arrays of a list, one after another.");
}

}  // namespace tack::py
