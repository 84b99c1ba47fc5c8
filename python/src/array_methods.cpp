// SPDX-License-Identifier: Apache-2.0
#include "array_methods.hpp"

#include <cstring>

#include "array_copy.hpp"
#include "array_dlpack.hpp"
#include "array_reduce.hpp"
#include "convert.hpp"
#include "number.hpp"

namespace tack::py {
namespace {

Array* self_of(PyObject* object) { return reinterpret_cast<Array*>(object); }

template <class F>
PyCFunction with_keywords(F function) {
  return reinterpret_cast<PyCFunction>(reinterpret_cast<void (*)()>(function));
}

// Every element becomes the same vector or matrix.
PyObject* fill_elements(Array* self, PyObject* value) {
  python::Shape shape = self->element();
  Ref made(reinterpret_cast<PyObject*>(array_from(value, self->kind())));
  if (!made) return nullptr;
  auto* one = reinterpret_cast<Array*>(made.get());
  int levels = static_cast<int>(shape.indices());
  bool fits = one->extents() == levels;
  for (int d = 0; fits && d < levels; ++d) fits = one->shape[d] == self->shape[self->rank() + d];
  if (!fits) {
    std::string wanted = python::shape_name(shape);
    return PyErr_Format(PyExc_ValueError, "fill() takes a number or %s", wanted.c_str());
  }
  auto* out = static_cast<char*>(self->data);
  for (int64_t done = 0; done < self->bytes(); done += one->bytes())
    memcpy(out + done, one->data, static_cast<size_t>(one->bytes()));
  Py_RETURN_NONE;
}

// np.sum(a) and its like pass axis=None, dtype=None, out=None.
template <PyObject* (*reduction)(PyObject*, PyObject*)>
PyObject* of_all(PyObject* object, PyObject* args, PyObject* kwargs) {
  bool is_plain = true;
  for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(args); ++k)
    is_plain &= PyTuple_GET_ITEM(args, k) == Py_None;
  PyObject *key, *value;
  for (Py_ssize_t at = 0; kwargs && PyDict_Next(kwargs, &at, &key, &value);)
    is_plain &= value == Py_None;
  if (is_plain) return reduction(object, nullptr);
  PyErr_SetString(PyExc_TypeError,
                  "sum, min, max and mean of an Array are of all elements and take no options: use "
                  "a.numpy(), as in a.numpy().sum(axis=0)");
  return nullptr;
}

PyObject* fill(PyObject* object, PyObject* value) {
  Array* self = self_of(object);
  if (!check_writable(self)) return nullptr;
  Number number = number_from(value);
  if (number.what == Number::What::None && !self->element().is_number() &&
      (PySequence_Check(value) || PyObject_CheckBuffer(value)))
    return fill_elements(self, value);
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
  if (!is_float && !integer_fits(self->kind(), number.bits, number.what == Number::What::BigInt))
    return PyErr_Format(PyExc_OverflowError, "%R does not fit in %s", value,
                        dtype_row(self->kind()).name);
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
  int64_t known = 1, size = self->size / self->element().count();
  int hole = -1;
  for (int d = 0; d < rank; ++d) {
    if (shape[d] == -1 && hole < 0)
      hole = d;
    else if (shape[d] < 0 || __builtin_mul_overflow(known, shape[d], &known))
      known = -1, d = rank;
  }
  if (hole >= 0 && known > 0 && size % known == 0) {
    shape[hole] = size / known;
    known = size;
    hole = -1;
  }
  if (hole >= 0 || known != size) {
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

PyObject* deep_copy(PyObject* object, PyObject*) { return copy(object, nullptr); }

PyObject* astype(PyObject* object, PyObject* dtype) {
  ir::Kind kind = dtype_from(dtype);
  if (kind == ir::Kind::Void) return nullptr;
  return reinterpret_cast<PyObject*>(converted(self_of(object), kind));
}

PyObject* numpy(PyObject* object, PyObject*) { return to_numpy(self_of(object)); }

// Of the field era: components in a row unless they are asked for.
PyObject* to_numpy_method(PyObject* object, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"vectors", nullptr};
  int vectors = 0;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|p", const_cast<char**>(names), &vectors))
    return nullptr;
  Array* self = self_of(object);
  return to_numpy(self, !vectors && !self->element().is_number());
}

// NumPy itself takes the buffer; this is for libraries that call the method by name. It shares
// memory like the buffer unless a copy or a conversion is asked for.
PyObject* numpy_protocol(PyObject* object, PyObject* args, PyObject* kwargs) {
  static const char* names[] = {"dtype", "copy", nullptr};
  PyObject *dtype = Py_None, *copy_flag = Py_None;
  if (!PyArg_ParseTupleAndKeywords(args, kwargs, "|OO", const_cast<char**>(names), &dtype,
                                   &copy_flag))
    return nullptr;
  Ref numpy(PyImport_ImportModule("numpy"));
  Ref shared(numpy ? PyObject_CallMethod(numpy.get(), "asarray", "O", object) : nullptr);
  if (!shared) return nullptr;
  Ref result = Ref::borrow(shared.get());
  if (dtype != Py_None) {
    Ref method(PyObject_GetAttrString(shared.get(), "astype"));
    Ref arguments(Py_BuildValue("(O)", dtype));
    Ref options(Py_BuildValue("{s:O}", "copy", Py_False));
    if (!method || !arguments || !options) return nullptr;
    result = Ref(PyObject_Call(method.get(), arguments.get(), options.get()));
    if (!result) return nullptr;
  }
  bool is_shared = result.get() == shared.get();
  if (copy_flag == Py_None) return result.release();
  int wanted = PyObject_IsTrue(copy_flag);
  if (wanted < 0) return nullptr;
  if (!wanted && !is_shared)
    return PyErr_Format(PyExc_ValueError, "an Array of %s becomes a NumPy array of %S by a copy",
                        dtype_row(self_of(object)->kind()).name, dtype);
  if (wanted && is_shared) return PyObject_CallMethod(shared.get(), "copy", nullptr);
  return result.release();
}

PyObject* from_numpy(PyObject* object, PyObject* source) {
  if (copy_into(self_of(object), source) < 0) return nullptr;
  Py_RETURN_NONE;
}

PyObject* export_memory(PyObject*, PyObject*) {
  PyErr_SetString(PyExc_RuntimeError,
                  "export_memory() exists on devices whose memory other programs can map; arrays "
                  "on the cpu are shared through memoryview(a) or a.__dlpack__()");
  return nullptr;
}

// Pickles as its contents.
PyObject* reduce(PyObject* object, PyObject*) {
  Ref module(PyImport_ImportModule("tack._restore"));
  Ref make(module ? PyObject_GetAttrString(module.get(), "array") : nullptr);
  Ref contents(make ? to_numpy(self_of(object)) : nullptr);
  if (!contents) return nullptr;
  Array* self = self_of(object);
  return Py_BuildValue("O(OOiO)", make.get(), contents.get(), dtype_object(self->kind()),
                       static_cast<int>(self->element().indices()),
                       self->descriptor & kFlatShape ? Py_True : Py_False);
}

PyObject* get_shape(PyObject* self, void*) { return shape_tuple(self_of(self)); }
PyObject* get_dtype(PyObject* self, void*) {
  return Py_NewRef(dtype_object(self_of(self)->kind()));
}
PyObject* get_size(PyObject* object, void*) {
  Array* self = self_of(object);
  bool flat = self->descriptor & kFlatShape;
  return PyLong_FromLongLong(flat ? self->size : self->size / self->element().count());
}
PyObject* get_ndim(PyObject* self, void*) {
  return PyLong_FromLong(self_of(self)->descriptor & kFlatShape ? 1 : self_of(self)->rank());
}
PyObject* get_element_shape(PyObject* object, void*) {
  Array* self = self_of(object);
  const int64_t* extents = self->shape + self->rank();
  python::Shape shape = self->element();
  if (shape.is_number()) return PyTuple_New(0);
  if (shape.is_vector()) return Py_BuildValue("(L)", static_cast<long long>(extents[0]));
  return Py_BuildValue("(LL)", static_cast<long long>(extents[0]),
                       static_cast<long long>(extents[1]));
}
PyObject* get_nbytes(PyObject* self, void*) { return PyLong_FromLongLong(self_of(self)->bytes()); }
PyObject* get_device(PyObject*, void*) {
  Ref module(PyImport_ImportModule("tack._devices"));
  return module ? PyObject_GetAttrString(module.get(), "CPU") : nullptr;
}
PyObject* get_writable(PyObject* self, void*) {
  return PyBool_FromLong(!self_of(self)->is_read_only());
}

}  // namespace

PyMethodDef kArrayMethods[] = {
    {"numpy", numpy, METH_NOARGS, "A new NumPy array with the same shape and contents."},
    {"to_numpy", with_keywords(to_numpy_method), METH_VARARGS | METH_KEYWORDS,
     "The field-era form of numpy(): components of vectors and matrices come in a row, unless "
     "vectors=True."},
    {"from_numpy", from_numpy, METH_O, "The field-era form of tack.copyto(self, source)."},
    {"fill", fill, METH_O,
     "Sets every element to one number, or to one vector or matrix where elements are such."},
    {"reshape", reshape, METH_VARARGS, "A view with another shape, sharing this array's memory."},
    {"copy", copy, METH_NOARGS, "A new array with the same contents."},
    {"astype", astype, METH_O, "A new array converted to a dtype by the rules of kernels."},
    {"sum", with_keywords(of_all<array_sum>), METH_VARARGS | METH_KEYWORDS,
     "The sum of all elements, as a float."},
    {"min", with_keywords(of_all<array_min>), METH_VARARGS | METH_KEYWORDS,
     "The least element, as a float; NaN when there is one."},
    {"max", with_keywords(of_all<array_max>), METH_VARARGS | METH_KEYWORDS,
     "The greatest element, as a float; NaN when there is one."},
    {"mean", with_keywords(of_all<array_mean>), METH_VARARGS | METH_KEYWORDS,
     "The sum divided by the size, as a float."},
    {"export_memory", export_memory, METH_NOARGS, "Refused on the CPU."},
    {"__dlpack__", with_keywords(array_to_dlpack), METH_VARARGS | METH_KEYWORDS,
     "A DLPack capsule that shares this array's memory."},
    {"__dlpack_device__", array_dlpack_device, METH_NOARGS, "(1, 0), the CPU."},
    {"__array__", with_keywords(numpy_protocol), METH_VARARGS | METH_KEYWORDS,
     "A NumPy array that shares this array's memory where it can."},
    {"__copy__", copy, METH_NOARGS, nullptr},
    {"__deepcopy__", deep_copy, METH_O, nullptr},
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef kArrayAttributes[] = {
    {"shape", get_shape, nullptr, "The extents, slowest first.", nullptr},
    {"dtype", get_dtype, nullptr, "The elements' type, such as tack.f32.", nullptr},
    {"size", get_size, nullptr, "The number of elements.", nullptr},
    {"ndim", get_ndim, nullptr, "The number of dimensions.", nullptr},
    {"element_shape", get_element_shape, nullptr,
     "(n,) when elements are vectors, (rows, columns) when they are matrices, () for numbers.",
     nullptr},
    {"nbytes", get_nbytes, nullptr, "The bytes of all elements.", nullptr},
    {"device", get_device, nullptr, "The device whose memory it is.", nullptr},
    {"writable", get_writable, nullptr, "False for memory that was shared read-only.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

int array_set_attribute(PyObject* object, PyObject* name, PyObject* value) {
  struct Hint {
    const char* name;
    const char* text;
  };
  static const Hint kHints[] = {
      {"shape", "a.reshape(shape) makes a view of another shape"},
      {"dtype", "a.astype(dtype) makes a converted copy"},
      {"size", "make a new array of the size that is wanted"},
      {"ndim", "a.reshape(shape) makes a view of another shape"},
      {"element_shape", "tack.asarray(a.numpy(), vector=True) makes an array of vectors"},
      {"nbytes", "make a new array of the size that is wanted"},
      {"writable", "it says how the memory was shared"},
      {"device", "make a new array while another device is the default"},
  };
  // object.__setattr__ hands over any object.
  for (const Hint& hint : kHints)
    if (PyUnicode_Check(name) && PyUnicode_CompareWithASCIIString(name, hint.name) == 0) {
      PyErr_Format(PyExc_AttributeError, "the %U of an Array is fixed: %s", name, hint.text);
      return -1;
    }
  return PyObject_GenericSetAttr(object, name, value);
}

}  // namespace tack::py
