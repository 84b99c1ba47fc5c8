// SPDX-License-Identifier: Apache-2.0
#include "capture.hpp"

#include <functional>
#include <string>
#include <vector>

#include "errors.hpp"
#include "frontend/python/find_function.hpp"
#include "support/big_stack.hpp"

namespace tack::py {
namespace {

const char* decorator_name(python::TemplateKind kind) {
  return kind == python::TemplateKind::Kernel ? "tack.kernel" : "tack.func";
}

// The file's text as Python sees it now (also cells of notebooks and members of zip files); empty
// when there is none.
Ref file_text(PyObject* filename, PyObject* globals) {
  Ref linecache(PyImport_ImportModule("linecache"));
  if (!linecache) return {};
  // A file changed since it was cached is read again.
  Ref checked(PyObject_CallMethod(linecache.get(), "checkcache", "O", filename));
  if (!checked) return {};
  Ref lines(PyObject_CallMethod(linecache.get(), "getlines", "OO", filename, globals));
  if (!lines) return {};
  Ref empty(PyUnicode_FromString(""));
  return empty ? Ref(PyUnicode_Join(empty.get(), lines.get())) : Ref();
}

// The functions of a file. A file with many kernels is taken apart once: the last file is kept.
const python::FoundFunction* find(const std::string& name, const std::string& text, uint32_t line) {
  static std::string last_name;
  static std::string last_text;
  static std::vector<python::FoundFunction> functions;
  if (name != last_name || text != last_text) {
    functions = python::find_functions(SourceFile{name, text, 1});
    last_name = name;
    last_text = text;
  }
  for (const python::FoundFunction& function : functions)
    if (function.first_line <= line && line <= function.def_line) return &function;
  return nullptr;
}

// The current exception becomes the cause; without one, an OSError that says what was not found.
void refuse(python::TemplateKind kind, const char* name, PyObject* filename, long line) {
  if (!PyErr_Occurred())
    PyErr_Format(PyExc_OSError, "there is no source of '%s' at line %ld of %R", name, line,
                 filename);
  PyObject *type, *cause, *traceback;
  PyErr_Fetch(&type, &cause, &traceback);
  PyErr_NormalizeException(&type, &cause, &traceback);
  PyErr_Format(PyExc_RuntimeError,
               "the source of @%s '%s' cannot be read: define it in a file or a notebook cell, not "
               "with exec, at a bare prompt or with python -c before Python 3.13",
               decorator_name(kind), name);
  PyObject *new_type, *value, *new_traceback;
  PyErr_Fetch(&new_type, &value, &new_traceback);
  PyErr_NormalizeException(&new_type, &value, &new_traceback);
  if (value && cause) PyException_SetCause(value, Py_NewRef(cause));
  PyErr_Restore(new_type, value, new_traceback);
  Py_XDECREF(type);
  Py_XDECREF(cause);
  Py_XDECREF(traceback);
}

}  // namespace

PyObject* decorated(PyObject* args, PyObject* kwargs, python::TemplateKind kind) {
  if (PyTuple_GET_SIZE(args) == 1 && (!kwargs || PyDict_GET_SIZE(kwargs) == 0))
    return PyTuple_GET_ITEM(args, 0);
  const char* name = decorator_name(kind);
  PyErr_Format(PyExc_TypeError,
               "@%s takes no options: write it without parentheses, as @%s above the def", name,
               name);
  return nullptr;
}

std::shared_ptr<const python::Template> capture(PyObject* function, python::TemplateKind kind) {
  if (!PyFunction_Check(function)) {
    PyErr_Format(PyExc_TypeError, "@%s decorates a function made by def, not %.100s",
                 decorator_name(kind), Py_TYPE(function)->tp_name);
    return nullptr;
  }
  Ref name(PyObject_GetAttrString(function, "__name__"));
  const char* name_text = name ? PyUnicode_AsUTF8(name.get()) : nullptr;
  if (!name_text) return nullptr;
  PyObject* code = PyFunction_GET_CODE(function);
  Ref filename(PyObject_GetAttrString(code, "co_filename"));
  Ref line(PyObject_GetAttrString(code, "co_firstlineno"));
  Ref code_name(PyObject_GetAttrString(code, "co_name"));
  if (!filename || !line || !code_name) return nullptr;
  // A folder's name may be no text: its bytes are shown as Python shows them.
  Ref shown(PyUnicode_AsEncodedString(filename.get(), "utf-8", "backslashreplace"));
  const char* file = shown ? PyBytes_AsString(shown.get()) : nullptr;
  const char* def_name = PyUnicode_AsUTF8(code_name.get());
  long first = PyLong_AsLong(line.get());
  if (!file || !def_name) return nullptr;
  if (PyUnicode_CompareWithASCIIString(code_name.get(), "<lambda>") == 0) {
    PyErr_Format(PyExc_TypeError, "@%s decorates a function made by def, not a lambda",
                 decorator_name(kind));
    return nullptr;
  }
  Ref text = file_text(filename.get(), PyFunction_GET_GLOBALS(function));
  if (!text) {
    // The cause stays visible.
    if (PyErr_ExceptionMatches(PyExc_Exception)) refuse(kind, name_text, filename.get(), first);
    return nullptr;
  }
  Py_ssize_t size = 0;
  const char* utf8 = PyUnicode_AsUTF8AndSize(text.get(), &size);
  if (!utf8) return nullptr;
  const python::FoundFunction* found =
      find(file, std::string(utf8, static_cast<size_t>(size)), static_cast<uint32_t>(first));
  // Another function at that line: the file has changed since Python compiled it.
  if (!found || found->name != def_name) {
    refuse(kind, name_text, filename.get(), first);
    return nullptr;
  }
  std::shared_ptr<const python::Template> source;
  run_with_stack(kReadStack, [&] { source = python::parse(found->source, kind); });
  if (source->decoration_failure()) {
    raise(*source->decoration_failure());
    return nullptr;
  }
  return source;
}

}  // namespace tack::py
