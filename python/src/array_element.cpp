// SPDX-License-Identifier: Apache-2.0
#include "array_element.hpp"

#include <cstring>

#include "array_copy.hpp"
#include "convert.hpp"

namespace tack::py {
namespace {

Array* self_of(PyObject* object) { return reinterpret_cast<Array*>(object); }

// A number, or a NumPy array of a vector's or matrix's components.
PyObject* element(Array* self, int64_t flat) {
  python::Shape shape = self->element();
  if (!shape.is_number()) {
    const int64_t* extents = self->shape + self->rank();
    Ref one(reinterpret_cast<PyObject*>(
        new_array(self->kind(), static_cast<int>(shape.indices()), extents)));
    if (!one) return nullptr;
    auto* copy = reinterpret_cast<Array*>(one.get());
    memcpy(copy->data, static_cast<const char*>(self->data) + flat * copy->bytes(),
           static_cast<size_t>(copy->bytes()));
    return to_numpy(copy);
  }
  const DTypeRow& row = dtype_row(self->kind());
  const char* at = static_cast<const char*>(self->data) + flat * row.bytes;
  if (row.kind == ir::Kind::F64 || row.kind == ir::Kind::F32) {
    double value;
    convert_row(row.kind, at, row.bytes, ir::Kind::F64, &value, 1);
    return PyFloat_FromDouble(value);
  }
  int64_t value;
  convert_row(row.kind, at, row.bytes, ir::Kind::I64, &value, 1);
  return row.kind == ir::Kind::U64 ? PyLong_FromUnsignedLongLong(static_cast<uint64_t>(value))
                                   : PyLong_FromLongLong(value);
}

// One index into extent, negative from the end; -1 with an exception.
int64_t host_index(PyObject* index, int64_t extent, int dimension) {
  if (!PyIndex_Check(index)) {
    PyErr_Format(PyExc_TypeError,
                 PySlice_Check(index) || index == Py_Ellipsis
                     ? "an Array is not sliced on the host: use a.numpy()[...] or a kernel"
                     : "an Array's index is an int, not %.100s",
                 Py_TYPE(index)->tp_name);
    return -1;
  }
  Py_ssize_t i = PyNumber_AsSsize_t(index, PyExc_IndexError);
  if (i == -1 && PyErr_Occurred()) return -1;
  int64_t at = i < 0 ? i + extent : i;
  if (at < 0 || at >= extent) {
    PyErr_Format(PyExc_IndexError, "index %zd is out of range for dimension %d of extent %lld", i,
                 dimension, static_cast<long long>(extent));
    return -1;
  }
  return at;
}

}  // namespace

PyObject* array_subscript(PyObject* object, PyObject* key) {
  Array* self = self_of(object);
  int rank = self->rank();
  if (key == Py_None) {
    if (rank == 0) return element(self, 0);
    return PyErr_Format(PyExc_IndexError, "a[None] reads a zero-dimensional array; this one has %d",
                        rank);
  }
  PyObject* const* indices = &key;
  Py_ssize_t count = 1;
  if (PyTuple_Check(key)) {
    count = PyTuple_GET_SIZE(key);
    indices = &PyTuple_GET_ITEM(key, 0);
  }
  // What is no index at all says more than a count that is off because of it.
  for (Py_ssize_t d = 0; d < count; ++d)
    if (!PyIndex_Check(indices[d])) {
      host_index(indices[d], 0, 0);
      return nullptr;
    }
  if (count != rank)
    return PyErr_Format(PyExc_IndexError, "an array of %d dimensions takes %d indices, not %zd",
                        rank, rank, count);
  int64_t flat = 0;
  for (int d = 0; d < rank; ++d) {
    int64_t at = host_index(indices[d], self->shape[d], d);
    if (at < 0) return nullptr;
    flat = flat * self->shape[d] + at;
  }
  return element(self, flat);
}

int array_assign(PyObject*, PyObject*, PyObject* value) {
  PyErr_SetString(PyExc_TypeError,
                  value ? "elements of an Array are not written on the host: use "
                          "tack.copyto(a, ...), a.fill(value) or a kernel"
                        : "elements of an Array cannot be deleted: its shape is fixed");
  return -1;
}

PyObject* array_iterate(PyObject*) {
  PyErr_SetString(PyExc_TypeError, "an Array is not iterated on the host: use a.numpy()");
  return nullptr;
}

int array_truth(PyObject*) {
  PyErr_SetString(PyExc_ValueError,
                  "an Array is neither true nor false: ask for a.size, `a is None` or an element");
  return -1;
}

namespace {

PyObject* only_element(PyObject* object, const char* function) {
  Array* self = self_of(object);
  if (self->size == 1 && self->element().is_number()) return element(self, 0);
  Ref shape(shape_tuple(self));
  return PyErr_Format(PyExc_TypeError,
                      "%s() takes an Array of one number, not one of shape %R: read an element, as "
                      "in a[0]",
                      function, shape.get());
}

}  // namespace

PyObject* array_int(PyObject* object) {
  Ref one(only_element(object, "int"));
  return one ? PyNumber_Long(one.get()) : nullptr;
}

PyObject* array_float(PyObject* object) {
  Ref one(only_element(object, "float"));
  return one ? PyNumber_Float(one.get()) : nullptr;
}

PyObject* array_compare(PyObject*, PyObject* other, int op) {
  // Anything else is another object, and neither less nor greater.
  if (!is_array(other) && !PyObject_CheckBuffer(other) && !PyNumber_Check(other) &&
      !PyList_Check(other))
    Py_RETURN_NOTIMPLEMENTED;
  bool is_equality = op == Py_EQ || op == Py_NE;
  PyErr_SetString(PyExc_TypeError,
                  is_equality ? "Arrays are not compared on the host: write (a.numpy() == "
                                "b.numpy()).all(), or `a is b` for the object"
                              : "Arrays are not compared on the host: use a.numpy() or a kernel");
  return nullptr;
}

int array_contains(PyObject*, PyObject*) {
  PyErr_SetString(PyExc_TypeError, "an Array is not searched on the host: use `in` on a.numpy()");
  return -1;
}

}  // namespace tack::py
