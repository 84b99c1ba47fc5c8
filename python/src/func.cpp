// SPDX-License-Identifier: Apache-2.0
#include "func.hpp"

#include "capture.hpp"
#include "environment.hpp"

namespace tack::py {
namespace {

struct Func {
  PyObject_HEAD PyObject* function;
  PyObject* dict;  // __name__, __doc__, ...
  std::shared_ptr<const python::DeviceFunction>* meaning;
};

extern PyTypeObject FuncType;

Func* self_of(PyObject* object) { return reinterpret_cast<Func*>(object); }

PyObject* make(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  PyObject* function = decorated(args, kwargs, python::TemplateKind::DeviceFunction);
  if (!function) return nullptr;
  auto source = capture(function, python::TemplateKind::DeviceFunction);
  if (!source) return nullptr;
  PyObject* object = type->tp_alloc(type, 0);
  if (!object) return nullptr;
  Func* self = self_of(object);
  self->function = Py_NewRef(function);
  auto environment = std::make_shared<FunctionEnvironment>(function);
  self->meaning =
      new std::shared_ptr<const python::DeviceFunction>(std::make_shared<python::DeviceFunction>(
          python::DeviceFunction{std::move(source), std::move(environment)}));
  for (const char* name : {"__name__", "__qualname__", "__doc__", "__module__"}) {
    Ref value(PyObject_GetAttrString(function, name));
    if (!value || PyObject_SetAttrString(object, name, value.get()) < 0) PyErr_Clear();
  }
  // For inspect.signature, help() and editors.
  if (PyObject_SetAttrString(object, "__wrapped__", function) < 0) PyErr_Clear();
  return object;
}

int traverse(PyObject* object, visitproc visit, void* arg) {
  Py_VISIT(self_of(object)->function);
  Py_VISIT(self_of(object)->dict);
  return 0;
}

int clear(PyObject* object) {
  Func* self = self_of(object);
  // The environment borrows the function, and kernels that have met this object keep its meaning.
  if (self->meaning) static_cast<FunctionEnvironment&>(*(*self->meaning)->environment).forget();
  delete self->meaning;
  self->meaning = nullptr;
  Py_CLEAR(self->function);
  Py_CLEAR(self->dict);
  return 0;
}

void dealloc(PyObject* object) {
  PyObject_GC_UnTrack(object);
  clear(object);
  Py_TYPE(object)->tp_free(object);
}

PyObject* call(PyObject* object, PyObject*, PyObject*) {
  Func* self = self_of(object);
  return PyErr_Format(PyExc_RuntimeError,
                      "@tack.func '%s' cannot be called from Python: call it from a kernel",
                      self->meaning ? (*self->meaning)->source->name().c_str() : "?");
}

PyObject* repr(PyObject* object) {
  Func* self = self_of(object);
  return PyUnicode_FromFormat("<tack.func %s>",
                              self->meaning ? (*self->meaning)->source->name().c_str() : "?");
}

// By name, as Python's functions: copies are the object itself.
PyObject* reduce(PyObject* object, PyObject*) {
  return PyObject_GetAttrString(object, "__qualname__");
}

PyMethodDef kMethods[] = {
    {"__reduce__", reduce, METH_NOARGS, nullptr},
    {nullptr, nullptr, 0, nullptr},
};

PyGetSetDef kGetSet[] = {
    {"__dict__", PyObject_GenericGetDict, PyObject_GenericSetDict, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyTypeObject FuncType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "tack.Func",
    .tp_basicsize = sizeof(Func),
    .tp_dealloc = dealloc,
    .tp_repr = repr,
    .tp_call = call,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC,
    .tp_doc = "Decorator: a device function, inlined at each call from a kernel.",
    .tp_traverse = traverse,
    .tp_clear = clear,
    .tp_methods = kMethods,
    .tp_getset = kGetSet,
    .tp_dictoffset = offsetof(Func, dict),
    .tp_new = make,
};

}  // namespace

bool is_func(PyObject* object) { return Py_TYPE(object) == &FuncType; }

std::shared_ptr<const python::DeviceFunction> device_function(PyObject* func) {
  return *self_of(func)->meaning;
}

int add_func(PyObject* module) {
  if (PyType_Ready(&FuncType) < 0) return -1;
  return PyModule_AddObjectRef(module, "func", reinterpret_cast<PyObject*>(&FuncType));
}

}  // namespace tack::py
