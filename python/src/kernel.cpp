// SPDX-License-Identifier: Apache-2.0
#include "kernel.hpp"

#include <cstddef>

#include "capture.hpp"
#include "device_class.hpp"
#include "errors.hpp"

namespace tack::py {
namespace {

Kernel* self_of(PyObject* object) { return reinterpret_cast<Kernel*>(object); }

PyObject* make(PyTypeObject* type, PyObject* args, PyObject* kwargs) {
  PyObject* function = decorated(args, kwargs, python::TemplateKind::Kernel);
  if (!function) return nullptr;
  auto source = capture(function, python::TemplateKind::Kernel);
  if (!source) return nullptr;
  if (source->parameters().size() > kMaxArguments)
    return PyErr_Format(PyExc_ValueError, "Kernel '%s': a kernel has at most %d parameters",
                        source->name().c_str(), kMaxArguments);
  PyObject* object = type->tp_alloc(type, 0);
  if (!object) return nullptr;
  Kernel* self = self_of(object);
  self->vectorcall = launch;
  self->function = Py_NewRef(function);
  self->state = new KernelState;
  self->state->name = source->name();
  self->state->parameter_count = static_cast<int>(source->parameters().size());
  self->state->source = std::move(source);
  self->state->environment = std::make_unique<FunctionEnvironment>(function);
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

// Keeps the state: a launch on another thread may still use it until the last reference goes.
int clear(PyObject* object) {
  Py_CLEAR(self_of(object)->dict);
  return 0;
}

void dealloc(PyObject* object) {
  PyObject_GC_UnTrack(object);
  Kernel* self = self_of(object);
  if (self->weak_references) PyObject_ClearWeakRefs(object);
  clear(object);
  forget_objects(*self->state);
  delete self->state;
  Py_CLEAR(self->function);
  Py_TYPE(object)->tp_free(object);
}

PyObject* repr(PyObject* object) {
  return PyUnicode_FromFormat("<tack.kernel %s>", self_of(object)->state->name.c_str());
}

// In the body of a class a kernel is a method.
PyObject* bind(PyObject* kernel, PyObject* object, PyObject*) {
  return object && object != Py_None ? PyMethod_New(kernel, object) : Py_NewRef(kernel);
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

}  // namespace

PyTypeObject KernelType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "tack.Kernel",
    .tp_basicsize = sizeof(Kernel),
    .tp_dealloc = dealloc,
    .tp_vectorcall_offset = offsetof(Kernel, vectorcall),
    .tp_repr = repr,
    .tp_call = PyVectorcall_Call,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_HAVE_GC | Py_TPFLAGS_HAVE_VECTORCALL |
                Py_TPFLAGS_METHOD_DESCRIPTOR,
    .tp_doc = "Decorator: a function with one parallel loop, compiled when first called.",
    .tp_traverse = traverse,
    .tp_clear = clear,
    .tp_weaklistoffset = offsetof(Kernel, weak_references),
    .tp_methods = kMethods,
    .tp_getset = kGetSet,
    .tp_descr_get = bind,
    .tp_dictoffset = offsetof(Kernel, dict),
    .tp_new = make,
};

int add_kernel(PyObject* module) {
  if (PyType_Ready(&KernelType) < 0) return -1;
  return PyModule_AddObjectRef(module, "kernel", reinterpret_cast<PyObject*>(&KernelType));
}

}  // namespace tack::py
