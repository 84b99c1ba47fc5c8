// SPDX-License-Identifier: Apache-2.0
#include "argument_errors.hpp"

#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "frontend/python/message.hpp"

namespace tack::py {
namespace {

// Functions live as long as the module, which is never unloaded. Under the interpreter's lock.
auto& g_calls = *new std::unordered_map<PyObject*, vectorcallfunc>;

struct Parameter {
  std::string name, type;
  bool has_default = false;
};

struct Signature {
  std::string function;
  std::vector<Parameter> parameters;
  bool takes_more = false, takes_names = false;  // *args, **options
};

std::string trimmed(std::string_view text) {
  size_t begin = text.find_first_not_of(' ');
  if (begin == std::string_view::npos) return {};
  return std::string(text.substr(begin, text.find_last_not_of(' ') - begin + 1));
}

// Of nanobind's text, "f(): incompatible function arguments. ...\n    1. f(a: int, b: bool = True)
// -> object\n..."; nothing for any other.
std::optional<Signature> signature_of(std::string_view text) {
  size_t head = text.find("(): incompatible function arguments");
  size_t one = text.find("\n    1. ");
  if (head == std::string_view::npos || one == std::string_view::npos ||
      text.find("\n    2. ") != std::string_view::npos)
    return std::nullopt;
  Signature out;
  out.function = text.substr(0, head);
  size_t at = text.find('(', one);
  if (at == std::string_view::npos) return std::nullopt;
  int depth = 0;
  std::string part;
  auto add = [&] {
    std::string item = trimmed(part);
    part.clear();
    if (item.empty()) return;
    if (item.starts_with("**")) {
      out.takes_names = true;
    } else if (item.starts_with("*")) {
      out.takes_more = true;
    } else {
      size_t colon = std::min(item.find(':'), item.size());
      size_t equals = item.find(" = ");
      Parameter parameter;
      parameter.name = trimmed(item.substr(0, colon));
      parameter.has_default = equals != std::string::npos;
      if (colon < item.size())
        parameter.type = trimmed(
            item.substr(colon + 1, parameter.has_default ? equals - colon - 1 : std::string::npos));
      out.parameters.push_back(std::move(parameter));
    }
  };
  for (; at < text.size(); ++at) {
    char c = text[at];
    if (c == ')' || c == ']') --depth;
    if (depth == 0 && c == ')') break;
    if (depth == 1 && c == ',') {
      add();
    } else if (depth >= 1) {
      part += c;
    }
    if (c == '(' || c == '[') ++depth;
  }
  add();
  return out;
}

std::string counted(size_t n) {
  return n == 0 ? "no arguments" : std::to_string(n) + (n == 1 ? " argument" : " arguments");
}

// Why these arguments do not fit.
std::string reason(const Signature& f, PyObject* const* args, size_t given, PyObject* names) {
  std::string call = f.function + "()";
  const std::vector<Parameter>& parameters = f.parameters;
  if (given > parameters.size() && !f.takes_more) {
    bool is_exact = parameters.empty() || !parameters.back().has_default;
    return call + " takes " + (is_exact ? "" : "at most ") + counted(parameters.size()) + " (" +
           std::to_string(given) + " given)";
  }
  std::vector<PyObject*> values(parameters.size(), nullptr);
  for (size_t k = 0; k < given && k < values.size(); ++k) values[k] = args[k];
  Py_ssize_t count = names ? PyTuple_GET_SIZE(names) : 0;
  for (Py_ssize_t n = 0; n < count; ++n) {
    const char* text = PyUnicode_AsUTF8(PyTuple_GET_ITEM(names, n));
    std::string name = text ? text : "?";
    PyErr_Clear();
    size_t k = 0;
    while (k < parameters.size() && parameters[k].name != name) ++k;
    if (k == parameters.size()) {
      if (f.takes_names) continue;
      std::vector<std::string> known;
      std::string all;
      for (const Parameter& one : parameters) {
        known.push_back(one.name);
        all += (all.empty() ? "" : ", ") + one.name;
      }
      std::string near = python::nearest_name(name, known);
      return call + " has no parameter '" + name + "'" +
             (!near.empty() ? "; did you mean '" + near + "'?"
              : all.empty() ? "; it takes no arguments"
                            : "; it has " + all);
    }
    if (values[k]) return call + " is given '" + name + "' twice, by position and by name";
    values[k] = args[given + static_cast<size_t>(n)];
  }
  for (size_t k = 0; k < parameters.size(); ++k)
    if (!values[k] && !parameters[k].has_default)
      return call + " needs a value for '" + parameters[k].name + "'";
  for (size_t k = 0; k < parameters.size(); ++k) {
    if (!values[k]) continue;
    const std::string& type = parameters[k].type;
    bool fits = (type != "bool" || PyBool_Check(values[k])) &&
                (type != "str" || PyUnicode_Check(values[k])) &&
                (type != "int" || PyLong_Check(values[k]));
    if (!fits)
      return call + " takes " +
             (type == "bool" ? std::string("True or False")
                             : std::string(type == "str" ? "a str" : "an int")) +
             " for '" + parameters[k].name + "', not " + Py_TYPE(values[k])->tp_name;
  }
  return call + " does not take arguments of these types";
}

PyObject* call(PyObject* function, PyObject* const* args, size_t flags, PyObject* names) {
  PyObject* result = g_calls.find(function)->second(function, args, flags, names);
  if (result || !PyErr_ExceptionMatches(PyExc_TypeError)) return result;
  PyObject *type, *value, *traceback;
  PyErr_Fetch(&type, &value, &traceback);
  PyErr_NormalizeException(&type, &value, &traceback);
  Ref text(value ? PyObject_Str(value) : nullptr);
  const char* utf8 = text ? PyUnicode_AsUTF8(text.get()) : nullptr;
  PyErr_Clear();
  std::optional<Signature> signature = utf8 ? signature_of(utf8) : std::nullopt;
  if (!signature) {
    PyErr_Restore(type, value, traceback);
    return nullptr;
  }
  Py_XDECREF(type);
  Py_XDECREF(value);
  Py_XDECREF(traceback);
  auto given = static_cast<size_t>(PyVectorcall_NARGS(flags));
  PyErr_SetString(PyExc_TypeError, reason(*signature, args, given, names).c_str());
  return nullptr;
}

}  // namespace

void explain_arguments(PyObject* module) {
  PyObject *key, *function;
  for (Py_ssize_t at = 0; PyDict_Next(PyModule_GetDict(module), &at, &key, &function);) {
    std::string_view type = Py_TYPE(function)->tp_name;
    Py_ssize_t offset = Py_TYPE(function)->tp_vectorcall_offset;
    if (!type.ends_with("nb_func") || offset <= 0 || g_calls.count(function)) continue;
    // The slot by which CPython calls an object of such a type: each object has its own.
    auto* slot = reinterpret_cast<vectorcallfunc*>(reinterpret_cast<char*>(function) + offset);
    g_calls[function] = *slot;
    *slot = call;
  }
}

}  // namespace tack::py
