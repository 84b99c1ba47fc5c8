// SPDX-License-Identifier: Apache-2.0
#include "errors.hpp"

namespace tack::py {

PyObject* UnsupportedSyntaxError = nullptr;

namespace {

// Takes the current exception, normalised and with its traceback.
Ref take_exception() {
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  if (value && traceback) PyException_SetTraceback(value, traceback);
  Py_XDECREF(type);
  Py_XDECREF(traceback);
  return Ref(value);
}

}  // namespace

PyObject* class_of(ErrorKind kind) {
  PyObject* const PyExc_UnsupportedSyntaxError = UnsupportedSyntaxError;
  switch (kind) {
#define ERROR_KIND(kind, exception, c_name) \
  case ErrorKind::kind:                     \
    return PyExc_##exception;
#include "support/error_kinds.def"
#undef ERROR_KIND
  }
  return PyExc_RuntimeError;
}

void raise(const Error& error) { PyErr_SetString(class_of(error.kind), error.message.c_str()); }

void raise_with_note(PyObject* type, const std::string& text, const std::string& note) {
  Ref exception(PyObject_CallFunction(type, "s", text.c_str()));
  if (!exception) return;
  if (!note.empty()) {
    Ref added(PyObject_CallMethod(exception.get(), "add_note", "s", note.c_str()));
    if (!added) return;
  }
  PyErr_SetObject(type, exception.get());
}

void raise(const python::Failure& failure) {
  raise_with_note(class_of(failure.kind), failure.text, failure.note);
}

void translate_error(const std::string& name) {
  bool is_type = PyErr_ExceptionMatches(PyExc_TypeError);
  bool is_runtime = PyErr_ExceptionMatches(PyExc_RuntimeError) &&
                    !PyErr_ExceptionMatches(UnsupportedSyntaxError) &&
                    !PyErr_ExceptionMatches(PyExc_RecursionError);
  if (!is_type && !is_runtime) return;
  Ref original = take_exception();
  if (!original) return;
  Ref text(PyObject_Str(original.get()));
  const char* utf8 = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
  if (!utf8) return;
  // The note goes where the caller sees it.
  Ref notes(PyObject_GetAttrString(original.get(), "__notes__"));
  if (notes) PyObject_DelAttrString(original.get(), "__notes__");
  PyErr_Clear();
  std::string message = utf8, prefix = "Kernel '" + name + "'";
  // Once is enough.
  if (message.rfind(prefix + ": ", 0) == 0) {
    message.erase(0, prefix.size() + 2);
    if (is_type) {
      // The cause says the same without the prefix.
      original = Ref(PyObject_CallFunction(PyExc_TypeError, "s#", message.data(),
                                           static_cast<Py_ssize_t>(message.size())));
      if (!original) return;
    }
  }
  PyObject* type = is_type ? PyExc_TypeError : PyExc_RuntimeError;
  message = prefix + (is_type ? ": " : " failed on CPUBackend: ") + message;
  Ref changed(
      PyObject_CallFunction(type, "s#", message.data(), static_cast<Py_ssize_t>(message.size())));
  if (!changed) return;
  if (notes && PyObject_SetAttrString(changed.get(), "__notes__", notes.get()) < 0) return;
  PyException_SetCause(changed.get(), Py_NewRef(original.get()));
  PyErr_SetObject(type, changed.get());
}

int add_errors(PyObject* module) {
  UnsupportedSyntaxError = PyErr_NewExceptionWithDoc(
      "tack.UnsupportedSyntaxError",
      "A kernel uses a construct that the language does not have, or not at that place.",
      PyExc_NotImplementedError, nullptr);
  if (!UnsupportedSyntaxError) return -1;
  return PyModule_AddObjectRef(module, "UnsupportedSyntaxError", UnsupportedSyntaxError);
}

}  // namespace tack::py
