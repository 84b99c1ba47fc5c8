// SPDX-License-Identifier: Apache-2.0
#include "dtype.hpp"

#include <cstring>

namespace tack::py {
namespace {

DType g_dtypes[10];

constexpr const char* kNumpyNames[] = {"int8",   "int16",  "int32",  "int64",   "uint8",
                                       "uint16", "uint32", "uint64", "float32", "float64"};

PyObject* repr(PyObject* self) {
  return PyUnicode_FromFormat("tack.%s", dtype_row(reinterpret_cast<DType*>(self)->kind).name);
}

PyObject* call(PyObject* self, PyObject*, PyObject*) {
  const char* name = dtype_row(reinterpret_cast<DType*>(self)->kind).name;
  return PyErr_Format(PyExc_RuntimeError,
                      "tack.%s(...) is a cast inside kernels; from Python pass it as a dtype",
                      name);
}

// Pickles and copies as the module's attribute.
PyObject* reduce(PyObject* self, PyObject*) {
  return PyUnicode_FromString(dtype_row(reinterpret_cast<DType*>(self)->kind).name);
}

PyObject* get_name(PyObject* self, void*) { return reduce(self, nullptr); }

PyObject* get_itemsize(PyObject* self, void*) {
  return PyLong_FromLong(dtype_row(reinterpret_cast<DType*>(self)->kind).bytes);
}

PyMethodDef kMethods[] = {
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef kGetSet[] = {
    {"name", get_name, nullptr, "Short name, such as \"f32\".", nullptr},
    {"itemsize", get_itemsize, nullptr, "Bytes of one element.", nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

}  // namespace

PyTypeObject DTypeType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "tack.DType",
    .tp_basicsize = sizeof(DType),
    .tp_repr = repr,
    .tp_call = call,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_doc = "The type of an array's elements: tack.i8 ... tack.u64, tack.f32, tack.f64.",
    .tp_methods = kMethods,
    .tp_getset = kGetSet,
};

PyObject* dtype_object(ir::Kind kind) {
  return reinterpret_cast<PyObject*>(
      &g_dtypes[static_cast<int>(kind) - static_cast<int>(ir::Kind::I8)]);
}

const char* numpy_name(ir::Kind kind) {
  return kNumpyNames[static_cast<int>(kind) - static_cast<int>(ir::Kind::I8)];
}

ir::Kind kind_of_name(const char* name) {
  for (const DTypeRow& row : kDTypes)
    if (strcmp(name, row.name) == 0 || strcmp(name, numpy_name(row.kind)) == 0) return row.kind;
  return ir::Kind::Void;
}

ir::Kind dtype_from(PyObject* object) {
  if (is_dtype(object)) return reinterpret_cast<DType*>(object)->kind;
  // np.dtype has `name`, np.float32 is a class with `__name__`; a string names itself.
  Ref name;
  if (PyUnicode_Check(object)) {
    name = Ref::borrow(object);
  } else {
    name = Ref(PyObject_GetAttrString(object, PyType_Check(object) ? "__name__" : "name"));
    if (!name) PyErr_Clear();
  }
  if (name && PyUnicode_Check(name.get())) {
    const char* text = PyUnicode_AsUTF8(name.get());
    if (!text) return ir::Kind::Void;
    ir::Kind kind = kind_of_name(text);
    if (kind != ir::Kind::Void) return kind;
  }
  // Python's types have one width in kernels and another in NumPy: either guess would be wrong.
  bool is_float = object == reinterpret_cast<PyObject*>(&PyFloat_Type);
  if (is_float || object == reinterpret_cast<PyObject*>(&PyLong_Type)) {
    const char* letter = is_float ? "f" : "i";
    PyErr_Format(PyExc_TypeError,
                 "%R is not a dtype of arrays: it has 32 bits in kernels and 64 in NumPy; say "
                 "tack.%s32 or tack.%s64",
                 object, letter, letter);
    return ir::Kind::Void;
  }
  PyErr_Format(PyExc_TypeError,
               "%R is not a dtype of arrays; use one of tack.i8, i16, i32, i64, u8, u16, u32, u64, "
               "f32, f64",
               object);
  return ir::Kind::Void;
}

int add_dtypes(PyObject* module) {
  if (PyType_Ready(&DTypeType) < 0) return -1;
  if (PyModule_AddObjectRef(module, "DType", reinterpret_cast<PyObject*>(&DTypeType)) < 0)
    return -1;
  for (const DTypeRow& row : kDTypes) {
    auto* object = reinterpret_cast<DType*>(dtype_object(row.kind));
    PyObject_Init(reinterpret_cast<PyObject*>(object), &DTypeType);
    // A second reference keeps the static object alive whatever happens to the module.
    Py_INCREF(reinterpret_cast<PyObject*>(object));
    object->kind = row.kind;
    if (PyModule_AddObjectRef(module, row.name, reinterpret_cast<PyObject*>(object)) < 0) return -1;
  }
  return 0;
}

}  // namespace tack::py
