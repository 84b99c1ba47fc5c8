// SPDX-License-Identifier: Apache-2.0
#include "array.hpp"

#include <cstddef>
#include <string>

#include "array_buffer.hpp"
#include "array_element.hpp"
#include "array_methods.hpp"
#include "environment.hpp"
#include "memory.hpp"

namespace tack::py {
namespace {

Array* make(ir::Kind kind, int rank, const int64_t* shape, int64_t size, python::Shape element) {
  auto* array = PyObject_NewVar(Array, &ArrayType, rank + static_cast<int>(element.indices()));
  if (!array) return nullptr;
  array->descriptor = launch::describe(kind, rank, size, element);
  array->data = nullptr;
  array->size = size;
  array->shape = array->room;
  array->base = nullptr;
  array->mapped = 0;
  array->weak_references = nullptr;
  for (int d = 0; d < rank; ++d) array->shape[d] = shape[d];
  if (!element.is_number()) array->shape[rank] = element.rows;
  if (element.is_matrix()) array->shape[rank + 1] = element.cols;
  return array;
}

// The product of the extents, times the numbers of an element; -1 with an exception.
int64_t number_count(ir::Kind kind, int rank, const int64_t* shape, python::Shape element) {
  if (rank > kMaxRank) {
    PyErr_Format(PyExc_ValueError, "an array has at most %d dimensions, not %d", kMaxRank, rank);
    return -1;
  }
  bool empty = false;
  for (int d = 0; d < rank; ++d) {
    if (shape[d] < 0) {
      PyErr_Format(PyExc_ValueError, "an array's extent cannot be negative: %lld",
                   static_cast<long long>(shape[d]));
      return -1;
    }
    empty |= shape[d] == 0;
  }
  if (empty) return 0;
  int64_t size = element.count(), bytes = 0;
  for (int d = 0; d < rank; ++d)
    if (__builtin_mul_overflow(size, shape[d], &size)) {
      PyErr_SetString(PyExc_ValueError, "the array's shape has more than 2^63 - 1 elements");
      return -1;
    }
  if (__builtin_mul_overflow(size, static_cast<int64_t>(dtype_row(kind).bytes), &bytes)) {
    PyErr_SetString(PyExc_ValueError, "the array's shape has more than 2^63 - 1 bytes");
    return -1;
  }
  return size;
}

Array* self_of(PyObject* object) { return reinterpret_cast<Array*>(object); }

void dealloc(PyObject* object) {
  Array* self = self_of(object);
  if (self->weak_references) PyObject_ClearWeakRefs(object);
  if (self->base)
    Py_DECREF(self->base);
  else if (self->data && !(self->descriptor & kForeign))
    release({self->data, self->mapped});
  PyObject_Free(object);
}

PyObject* repr(PyObject* object) {
  Array* self = self_of(object);
  Ref shape(shape_tuple(self));
  if (!shape) return nullptr;
  python::Shape element = self->element();
  std::string of;
  if (element.is_vector()) of = " of vectors of " + std::to_string(element.rows);
  if (element.is_matrix())
    of = " of " + std::to_string(element.rows) + "x" + std::to_string(element.cols) + " matrices";
  return PyUnicode_FromFormat("<tack.Array%s shape=%R dtype=%s device=cpu%s>", of.c_str(),
                              shape.get(), dtype_row(self->kind()).name,
                              self->is_read_only() ? " read-only" : "");
}

// 0 for a zero-dimensional array.
Py_ssize_t length(PyObject* object) {
  Array* self = self_of(object);
  if (self->descriptor & kFlatShape) return self->size;
  return self->rank() ? self->shape[0] : 0;
}

// An Array is equal to nothing else, so its address will do.
Py_hash_t identity_hash(PyObject* object) {
  return static_cast<Py_hash_t>(reinterpret_cast<uintptr_t>(object) >> 4);
}

PyMappingMethods kMapping = {
    .mp_length = length,
    .mp_subscript = array_subscript,
    .mp_ass_subscript = array_assign,
};

PySequenceMethods kSequence = {
    .sq_contains = array_contains,
};

PyNumberMethods kNumber = {
    .nb_bool = array_truth,
    .nb_int = array_int,
    .nb_float = array_float,
};

PyBufferProcs kBuffer = {
    .bf_getbuffer = array_get_buffer,
    .bf_releasebuffer = array_release_buffer,
};

}  // namespace

PyTypeObject ArrayType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "tack.Array",
    .tp_basicsize = sizeof(Array) - sizeof(Array::room),
    .tp_itemsize = sizeof(int64_t),
    .tp_dealloc = dealloc,
    .tp_repr = repr,
    .tp_as_number = &kNumber,
    .tp_as_sequence = &kSequence,
    .tp_as_mapping = &kMapping,
    .tp_hash = identity_hash,
    .tp_setattro = array_set_attribute,
    .tp_as_buffer = &kBuffer,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc =
        "A block of numbers that kernels read and write. Made by tack.zeros, tack.asarray, ...",
    .tp_richcompare = array_compare,
    .tp_weaklistoffset = offsetof(Array, weak_references),
    .tp_iter = array_iterate,
    .tp_methods = kArrayMethods,
    .tp_getset = kArrayAttributes,
};

Array* new_array(ir::Kind kind, int rank, const int64_t* shape, python::Shape element) {
  int64_t size = number_count(kind, rank, shape, element);
  if (size < 0) return nullptr;
  Array* array = make(kind, rank, shape, size, element);
  if (!array) return nullptr;
  Block block = allocate(array->bytes());
  if (!block.data) {
    PyErr_Format(PyExc_MemoryError, "cannot allocate an array of %lld bytes; %lld are free",
                 static_cast<long long>(array->bytes()), static_cast<long long>(free_bytes()));
    Py_DECREF(array);
    return nullptr;
  }
  array->data = block.data;
  array->mapped = block.mapped;
  return array;
}

Array* new_view(Array* base, int rank, const int64_t* shape) {
  return new_view(base, rank, shape, base->element());
}

Array* new_view(Array* base, int rank, const int64_t* shape, python::Shape element) {
  Array* view = make(base->kind(), rank, shape, base->size, element);
  if (!view) return nullptr;
  view->descriptor |= base->descriptor & (kReadOnly | kForeign);
  view->data = base->data;
  // Views keep the owner alive, not each other.
  view->base = Py_NewRef(base->base ? base->base : reinterpret_cast<PyObject*>(base));
  return view;
}

Array* new_foreign(ir::Kind kind, int rank, const int64_t* shape, void* data, PyObject* keeper,
                   bool writable) {
  int64_t size = number_count(kind, rank, shape, {});
  if (size < 0) return nullptr;
  if (!data && size) {
    PyErr_SetString(PyExc_ValueError, "the address of the array's memory is null");
    return nullptr;
  }
  Array* array = make(kind, rank, shape, size, {});
  if (!array) return nullptr;
  // Never null, so that nobody need ask.
  alignas(kArrayAlign) static char nowhere[kArrayAlign];
  array->descriptor |= kForeign | (writable ? 0 : kReadOnly);
  array->data = data ? data : nowhere;
  array->base = Py_XNewRef(keeper);
  return array;
}

bool check_writable(const Array* array) {
  if (!array->is_read_only()) return true;
  PyErr_SetString(PyExc_RuntimeError,
                  "the array is read-only: its memory was shared so; a.copy() can be written");
  return false;
}

int parse_shape(PyObject* object, int64_t* shape) {
  if (PyIndex_Check(object)) {
    shape[0] = PyNumber_AsSsize_t(object, PyExc_ValueError);
    return shape[0] == -1 && PyErr_Occurred() ? -1 : 1;
  }
  Ref converted;
  if (is_constant_table(object)) {
    converted = Ref(PySequence_Tuple(object));
    if (!converted) return -1;
    object = converted.get();
  }
  if (!PyTuple_Check(object) && !PyList_Check(object)) {
    PyErr_Format(PyExc_TypeError, "a shape is an int or a tuple of ints, not %.100s",
                 Py_TYPE(object)->tp_name);
    return -1;
  }
  Py_ssize_t rank = PySequence_Fast_GET_SIZE(object);
  if (rank > kMaxRank) {
    PyErr_Format(PyExc_ValueError, "an array has at most %d dimensions, not %zd", kMaxRank, rank);
    return -1;
  }
  for (Py_ssize_t d = 0; d < rank; ++d) {
    PyObject* item = PySequence_Fast_GET_ITEM(object, d);
    if (!PyIndex_Check(item)) {
      PyErr_Format(PyExc_TypeError, "a shape is an int or a tuple of ints; it holds %.100s",
                   Py_TYPE(item)->tp_name);
      return -1;
    }
    shape[d] = PyNumber_AsSsize_t(item, PyExc_ValueError);
    if (shape[d] == -1 && PyErr_Occurred()) return -1;
  }
  return static_cast<int>(rank);
}

PyObject* shape_tuple(const Array* array) {
  if (array->descriptor & kFlatShape)
    return Py_BuildValue("(L)", static_cast<long long>(array->size));
  Ref tuple(PyTuple_New(array->rank()));
  if (!tuple) return nullptr;
  for (int d = 0; d < array->rank(); ++d) {
    PyObject* extent = PyLong_FromLongLong(array->shape[d]);
    if (!extent) return nullptr;
    PyTuple_SET_ITEM(tuple.get(), d, extent);
  }
  return tuple.release();
}

int add_array(PyObject* module) {
  if (PyType_Ready(&ArrayType) < 0) return -1;
  return PyModule_AddObjectRef(module, "Array", reinterpret_cast<PyObject*>(&ArrayType));
}

}  // namespace tack::py
