// SPDX-License-Identifier: Apache-2.0
#include "array.hpp"

#include <cstddef>
#include <cstring>

#include "array_copy.hpp"
#include "convert.hpp"
#include "memory.hpp"
#include "number.hpp"

namespace tack::py {
namespace {

uint64_t describe(ir::Kind kind, int rank, int64_t size) {
  uint64_t d =
      static_cast<uint64_t>(kind) | static_cast<uint64_t>(rank) << kCodeRankShift | kCodeArray;
  if (size >= int64_t(1) << 31) d |= kWide;
  if (kind == ir::Kind::F64) d |= kHasF64;
  return d;
}

Array* make(ir::Kind kind, int rank, const int64_t* shape, int64_t size) {
  auto* array = PyObject_NewVar(Array, &ArrayType, rank);
  if (!array) return nullptr;
  array->descriptor = describe(kind, rank, size);
  array->data = nullptr;
  array->size = size;
  array->base = nullptr;
  array->mapped = 0;
  for (int d = 0; d < rank; ++d) array->shape[d] = shape[d];
  return array;
}

// The product of the extents; -1 with an exception.
int64_t element_count(ir::Kind kind, int rank, const int64_t* shape) {
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
  int64_t size = 1, bytes = 0;
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
  if (self->base)
    Py_DECREF(self->base);
  else if (self->data)
    release({self->data, self->mapped});
  PyObject_Free(object);
}

PyObject* repr(PyObject* object) {
  Array* self = self_of(object);
  Ref shape(shape_tuple(self));
  if (!shape) return nullptr;
  return PyUnicode_FromFormat("<tack.Array shape=%R dtype=%s device=cpu>", shape.get(),
                              dtype_row(self->kind()).name);
}

PyObject* get_shape(PyObject* self, void*) { return shape_tuple(self_of(self)); }
PyObject* get_dtype(PyObject* self, void*) {
  return Py_NewRef(dtype_object(self_of(self)->kind()));
}
PyObject* get_size(PyObject* self, void*) { return PyLong_FromLongLong(self_of(self)->size); }
PyObject* get_ndim(PyObject* self, void*) { return PyLong_FromLong(self_of(self)->rank()); }
PyObject* get_nbytes(PyObject* self, void*) { return PyLong_FromLongLong(self_of(self)->bytes()); }

// 0 for a zero-dimensional array.
Py_ssize_t length(PyObject* object) {
  Array* self = self_of(object);
  return self->rank() ? self->shape[0] : 0;
}

PyObject* element(Array* self, int64_t flat) {
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

PyObject* subscript(PyObject* object, PyObject* key) {
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

int assign(PyObject*, PyObject*, PyObject*) {
  PyErr_SetString(PyExc_TypeError,
                  "elements of an Array are not written on the host: use tack.copyto(a, ...), "
                  "a.fill(value) or a kernel");
  return -1;
}

PyObject* iterate(PyObject*) {
  PyErr_SetString(PyExc_TypeError, "an Array is not iterated on the host: use a.numpy()");
  return nullptr;
}

PyObject* fill(PyObject* object, PyObject* value) {
  Array* self = self_of(object);
  if (self->descriptor & kReadOnly) {
    PyErr_SetString(PyExc_RuntimeError, "the array is read-only");
    return nullptr;
  }
  Number number = number_from(value);
  switch (number.what) {
    case Number::What::Error:
      return nullptr;
    case Number::What::None:
      return PyErr_Format(PyExc_TypeError, "fill() takes a number, not %.100s",
                          Py_TYPE(value)->tp_name);
    case Number::What::TooWide:
      return PyErr_Format(PyExc_OverflowError, "%R does not fit in 64 bits", value);
    default:
      break;
  }
  int width = dtype_row(self->kind()).bytes;
  alignas(8) char bits[8] = {};
  bool is_float = number.what == Number::What::Float;
  // An integer into a float array goes through the exact Python value, u64 included.
  if (!is_float && (self->descriptor & kCodeKind) >= static_cast<uint64_t>(ir::Kind::F32)) {
    is_float = true;
    number.value = PyFloat_AsDouble(value);
    if (number.value == -1 && PyErr_Occurred()) return nullptr;
  }
  store_number(self->kind(), bits, is_float, number.value, number.bits);
  auto* out = static_cast<char*>(self->data);
  for (int64_t i = 0; i < self->size; ++i)
    memcpy(out + i * width, bits, static_cast<size_t>(width));
  Py_RETURN_NONE;
}

PyObject* reshape(PyObject* object, PyObject* args) {
  Array* self = self_of(object);
  Py_ssize_t given = PyTuple_GET_SIZE(args);
  PyObject* wanted = given == 1 ? PyTuple_GET_ITEM(args, 0) : args;
  int64_t shape[kMaxRank];
  int rank = parse_shape(wanted, shape);
  if (rank < 0) return nullptr;
  int64_t known = 1;
  int hole = -1;
  for (int d = 0; d < rank; ++d) {
    if (shape[d] == -1 && hole < 0)
      hole = d;
    else if (shape[d] < 0 || __builtin_mul_overflow(known, shape[d], &known))
      known = -1, d = rank;
  }
  if (hole >= 0 && known > 0 && self->size % known == 0) {
    shape[hole] = self->size / known;
    known = self->size;
    hole = -1;
  }
  if (hole >= 0 || known != self->size) {
    Ref mine(shape_tuple(self));
    return PyErr_Format(PyExc_ValueError, "cannot reshape %R into %R: the sizes differ", mine.get(),
                        wanted);
  }
  return reinterpret_cast<PyObject*>(new_view(self, rank, shape));
}

PyObject* copy(PyObject* object, PyObject*) {
  Array* self = self_of(object);
  return reinterpret_cast<PyObject*>(converted(self, self->kind()));
}

PyObject* astype(PyObject* object, PyObject* dtype) {
  ir::Kind kind = dtype_from(dtype);
  if (kind == ir::Kind::Void) return nullptr;
  return reinterpret_cast<PyObject*>(converted(self_of(object), kind));
}

PyObject* numpy(PyObject* object, PyObject*) { return to_numpy(self_of(object)); }

PyObject* numpy_protocol(PyObject* object, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"dtype", "copy", nullptr};
  PyObject *dtype = Py_None, *copy_flag = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO", const_cast<char**>(names), &dtype,
                                   &copy_flag))
    return nullptr;
  if (copy_flag == Py_False) {
    PyErr_SetString(PyExc_ValueError, "a NumPy array of an Array is always a copy");
    return nullptr;
  }
  Ref array(to_numpy(self_of(object)));
  if (!array || dtype == Py_None) return array.release();
  return PyObject_CallMethod(array.get(), "astype", "O", dtype);
}

PyObject* from_numpy(PyObject* object, PyObject* source) {
  if (copy_into(self_of(object), source) < 0) return nullptr;
  Py_RETURN_NONE;
}

// What the language promises and this version lacks says so by name.
PyObject* get_attribute(PyObject* object, PyObject* name) {
  PyObject* found = PyObject_GenericGetAttr(object, name);
  if (found || !PyErr_ExceptionMatches(PyExc_AttributeError)) return found;
  static const char* const kPlanned[] = {
      "sum", "min", "max", "mean", "export_memory", "__dlpack__", "__dlpack_device__"};
  for (const char* planned : kPlanned)
    if (PyUnicode_CompareWithASCIIString(name, planned) == 0) {
      PyErr_Format(PyExc_AttributeError, "Array.%s is not built yet in this version of tack",
                   planned);
      break;
    }
  return nullptr;
}

PyMethodDef kMethods[] = {
    {"numpy", numpy, METH_NOARGS, "A new NumPy array with the same shape and contents."},
    {"to_numpy", numpy, METH_NOARGS, "The field-era name of numpy()."},
    {"from_numpy", from_numpy, METH_O, "The field-era form of tack.copyto(self, source)."},
    {"fill", fill, METH_O, "Sets every element to one number."},
    {"reshape", reshape, METH_VARARGS, "A view with another shape, sharing this array's memory."},
    {"copy", copy, METH_NOARGS, "A new array with the same contents."},
    {"astype", astype, METH_O, "A new array converted to a dtype by the rules of kernels."},
    {"__array__", reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(numpy_protocol)),
     METH_VARARGS | METH_KEYWORDS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef kGetSet[] = {
    {"shape", get_shape, nullptr, "The extents, slowest first.", nullptr},
    {"dtype", get_dtype, nullptr, "The elements' type, such as tack.f32.", nullptr},
    {"size", get_size, nullptr, "The number of elements.", nullptr},
    {"ndim", get_ndim, nullptr, "The number of dimensions.", nullptr},
    {"nbytes", get_nbytes, nullptr, "The bytes of all elements.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyMappingMethods kMapping = {
    .mp_length = length,
    .mp_subscript = subscript,
    .mp_ass_subscript = assign,
};

}  // namespace

PyTypeObject ArrayType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "tack.Array",
    .tp_basicsize = offsetof(Array, shape),
    .tp_itemsize = sizeof(int64_t),
    .tp_dealloc = dealloc,
    .tp_repr = repr,
    .tp_as_mapping = &kMapping,
    .tp_getattro = get_attribute,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc =
        "A block of numbers that kernels read and write. Made by tack.zeros, tack.asarray, ...",
    .tp_iter = iterate,
    .tp_methods = kMethods,
    .tp_getset = kGetSet,
};

Array* new_array(ir::Kind kind, int rank, const int64_t* shape) {
  int64_t size = element_count(kind, rank, shape);
  if (size < 0) return nullptr;
  Array* array = make(kind, rank, shape, size);
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
  Array* view = make(base->kind(), rank, shape, base->size);
  if (!view) return nullptr;
  view->descriptor |= base->descriptor & kReadOnly;
  view->data = base->data;
  // Views keep the owner alive, not each other.
  view->base = Py_NewRef(base->base ? base->base : reinterpret_cast<PyObject*>(base));
  return view;
}

int parse_shape(PyObject* object, int64_t* shape) {
  if (PyIndex_Check(object)) {
    shape[0] = PyNumber_AsSsize_t(object, PyExc_ValueError);
    return shape[0] == -1 && PyErr_Occurred() ? -1 : 1;
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
