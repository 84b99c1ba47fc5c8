// SPDX-License-Identifier: Apache-2.0
// The functions that make and copy arrays. Shape comes first and the dtype second; the older order,
// dtype first, is recognised by the argument's type.
#include <nanobind/nanobind.h>

#include "array.hpp"
#include "array_copy.hpp"
#include "module.hpp"
#include "number.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace tack::py {
namespace {

nb::object own(Array* array) {
  if (!array) throw nb::python_error();
  return nb::steal(reinterpret_cast<PyObject*>(array));
}

// None stands for `fallback`.
ir::Kind kind_of(nb::handle dtype, ir::Kind fallback) {
  if (dtype.is_none()) return fallback;
  ir::Kind kind = dtype_from(dtype.ptr());
  if (kind == ir::Kind::Void) throw nb::python_error();
  return kind;
}

nb::object zeros(nb::object shape, nb::object dtype) {
  if (is_dtype(shape.ptr()) || is_dtype(dtype.ptr())) {
    if (is_dtype(shape.ptr())) std::swap(shape, dtype);
  }
  if (shape.is_none()) shape = nb::tuple();
  int64_t extents[kMaxRank];
  ir::Kind kind = kind_of(dtype, ir::Kind::F32);
  int rank = parse_shape(shape.ptr(), extents);
  if (rank < 0) throw nb::python_error();
  return own(new_array(kind, rank, extents));
}

nb::object fill(nb::object array, nb::handle value) {
  array.attr("fill")(value);
  return array;
}

nb::object ones(nb::object shape, nb::object dtype) {
  return fill(zeros(std::move(shape), std::move(dtype)), nb::int_(1));
}

// full(shape, value, dtype), full(shape, dtype, value), full(dtype, shape, value).
nb::object full(nb::object a, nb::object b, nb::object c) {
  if (is_dtype(a.ptr())) return fill(zeros(b, a), c);
  if (is_dtype(b.ptr())) return fill(zeros(a, b), c);
  return fill(zeros(a, c), b);
}

// arange(stop), arange(start, stop), arange(start, stop, step); then a dtype, or dtype=.
nb::object arange(nb::args args, nb::kwargs options) {
  int64_t numbers[3] = {0, 0, 1};
  size_t count = 0;
  nb::object dtype = nb::none();
  auto fail = [](const char* format, const char* what) {
    PyErr_Format(PyExc_TypeError, format, what);
    throw nb::python_error();
  };
  for (nb::handle arg : args) {
    if (is_dtype(arg.ptr()) && dtype.is_none()) {
      dtype = nb::borrow(arg);
      continue;
    }
    if (count == 3) fail("arange() takes at most 3 ints and a dtype%s", "");
    if (!PyIndex_Check(arg.ptr()))
      fail("arange() takes ints (stop; start, stop; or start, stop, step), not %.100s",
           Py_TYPE(arg.ptr())->tp_name);
    Py_ssize_t number = PyNumber_AsSsize_t(arg.ptr(), PyExc_OverflowError);
    if (number == -1 && PyErr_Occurred()) throw nb::python_error();
    numbers[count++] = number;
  }
  for (auto [key, value] : options) {
    const char* name = nb::borrow<nb::str>(key).c_str();
    if (std::string_view(name) != "dtype") fail("arange() has no argument '%.100s'", name);
    dtype = nb::borrow(value);
  }
  if (count == 0) fail("arange() needs the number of elements%s", "");
  if (count == 1) std::swap(numbers[0], numbers[1]);
  if (numbers[2] == 0) {
    PyErr_SetString(PyExc_ValueError, "arange() has a step of 0");
    throw nb::python_error();
  }
  nb::object range = nb::steal(PyObject_CallFunction(reinterpret_cast<PyObject*>(&PyRange_Type),
                                                     "LLL", numbers[0], numbers[1], numbers[2]));
  if (!range.is_valid()) throw nb::python_error();
  nb::object size = nb::int_(nb::len(range));
  ir::Kind kind = kind_of(dtype, ir::Kind::I32);
  if (nb::len(range) && !ir::Type::scalar(kind).is_float()) {
    // The first and the last are the extremes.
    for (int64_t value : {numbers[0], nb::cast<int64_t>(range[nb::len(range) - 1])})
      if (!integer_fits(kind, static_cast<uint64_t>(value), false)) {
        PyErr_Format(PyExc_OverflowError, "arange(): %lld does not fit in %s",
                     static_cast<long long>(value), dtype_row(kind).name);
        throw nb::python_error();
      }
  }
  nb::object counted = zeros(size, nb::borrow(dtype_object(ir::Kind::I64)));
  auto* array = reinterpret_cast<Array*>(counted.ptr());
  for (int64_t i = 0; i < array->size; ++i)
    static_cast<int64_t*>(array->data)[i] = numbers[0] + i * numbers[2];
  return own(converted(array, kind));
}

nb::object from(nb::object source, nb::object dtype, bool vector, bool matrix) {
  if (vector && matrix) {
    PyErr_SetString(PyExc_TypeError, "elements are vectors or matrices, not both");
    throw nb::python_error();
  }
  int levels = matrix ? 2 : vector ? 1 : 0;
  return own(array_from(source.ptr(), kind_of(dtype, ir::Kind::Void), levels));
}

// An array of vectors (cols 0) or matrices; the extents are checked by the caller. `flat`: as the
// field era shows it.
nb::object elements(int rows, int cols, nb::object shape, nb::object dtype, bool flat) {
  if (is_dtype(shape.ptr())) std::swap(shape, dtype);
  if (shape.is_none()) shape = nb::tuple();
  int64_t extents[kMaxRank];
  ir::Kind kind = kind_of(dtype, ir::Kind::F32);
  int rank = parse_shape(shape.ptr(), extents);
  if (rank < 0) throw nb::python_error();
  auto r = static_cast<size_t>(rows), c = static_cast<size_t>(cols);
  Array* array = new_array(kind, rank, extents,
                           cols == 0 ? python::Shape::vector(r) : python::Shape::matrix(r, c));
  if (array && flat) array->descriptor |= kFlatShape;
  return own(array);
}

nb::object field(nb::object dtype, nb::object shape, bool exportable) {
  if (exportable) {
    PyErr_SetString(PyExc_RuntimeError,
                    "field(): exportable=True is for devices whose memory other programs can map; "
                    "arrays on the cpu are shared through memoryview(a) or a.__dlpack__()");
    throw nb::python_error();
  }
  return zeros(shape, dtype);
}

void copyto(nb::object dst, nb::object src) {
  if (!is_array(dst.ptr())) {
    PyErr_Format(PyExc_TypeError,
                 "copyto() copies into a tack.Array, not %.100s; a.numpy() copies out of one",
                 Py_TYPE(dst.ptr())->tp_name);
    throw nb::python_error();
  }
  if (copy_into(reinterpret_cast<Array*>(dst.ptr()), src.ptr()) < 0) throw nb::python_error();
}

}  // namespace

void add_array_functions(nb::module_& m) {
  m.def("empty", zeros, "shape"_a.none() = nb::none(), "dtype"_a.none() = nb::none(),
        "A new array of a shape (an int or a tuple), f32 unless a dtype is given; holds zeros.");
  m.def("zeros", zeros, "shape"_a.none() = nb::none(), "dtype"_a.none() = nb::none(),
        "A new array of zeros of a shape (an int or a tuple), f32 unless a dtype is given.");
  m.def("field", field, "dtype"_a.none() = nb::none(), "shape"_a.none() = nb::none(),
        "exportable"_a = false,
        "The field-era name of tack.zeros, with the dtype first. Memory of the cpu is not "
        "exportable.");
  m.def("ones", ones, "shape"_a.none() = nb::none(), "dtype"_a.none() = nb::none(),
        "A new array of ones.");
  m.def("full", full, "shape"_a, "value"_a.none(), "dtype"_a.none() = nb::none(),
        "A new array filled with one number, f32 unless a dtype is given.");
  m.def("arange", arange,
        "A new array of evenly spaced ints, as range() counts them, then a dtype; i32 by default.");
  m.def("array", from, "source"_a.none(), "dtype"_a.none() = nb::none(), "vector"_a = false,
        "matrix"_a = false,
        "A new array with the contents of a NumPy array, an Array, a buffer or nested sequences. "
        "Always a copy.");
  m.def("asarray", from, "source"_a.none(), "dtype"_a.none() = nb::none(), "vector"_a = false,
        "matrix"_a = false,
        "A new array with the contents of a NumPy array, an Array, a buffer or nested sequences. "
        "Always a copy. vector=True takes the last extent as the components of vectors, "
        "matrix=True the last two as the rows and columns of matrices.");
  m.def("_elements", elements, "rows"_a, "cols"_a, "shape"_a.none(), "dtype"_a.none(), "flat"_a);
  m.def("field_like", from, "source"_a.none(), "dtype"_a.none() = nb::none(), "vector"_a = false,
        "matrix"_a = false, "The field-era name of tack.asarray.");
  m.def("copyto", copyto, "dst"_a.none(), "src"_a.none(),
        "Copies src (a NumPy array, an Array, a buffer, nested sequences) into the array dst; the "
        "shapes must agree.");
}

}  // namespace tack::py
