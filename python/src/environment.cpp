// SPDX-License-Identifier: Apache-2.0
#include "environment.hpp"

#include <cstring>
#include <set>
#include <string>

#include "dtype.hpp"
#include "frontend/python/hints.hpp"
#include "func.hpp"
#include "kernel.hpp"
#include "kernel_docs.hpp"
#include "number.hpp"

namespace tack::py {

using python::Entity;

namespace {

PyObject* g_int_constant = nullptr;
PyObject* g_float_constant = nullptr;
PyObject* g_table_constant = nullptr;
PyObject* g_vector = nullptr;
PyObject* g_matrix = nullptr;
PyObject* g_package = nullptr;  // the module `tack`, borrowed from sys.modules

// --- tack.ndindex and its like

struct KernelName {
  PyObject_HEAD const char* name;  // static storage
};

PyObject* kernel_name_repr(PyObject* self) {
  return PyUnicode_FromFormat("tack.%s", reinterpret_cast<KernelName*>(self)->name);
}

PyObject* kernel_name_call(PyObject* self, PyObject*, PyObject*) {
  return PyErr_Format(PyExc_RuntimeError, "tack.%s() can be used inside kernels only",
                      reinterpret_cast<KernelName*>(self)->name);
}

PyObject* kernel_name_doc(PyObject* self, void*) {
  return PyUnicode_FromString(kernel_doc(reinterpret_cast<KernelName*>(self)->name).c_str());
}

PyObject* kernel_name_name(PyObject* self, void*) {
  std::string_view name = reinterpret_cast<KernelName*>(self)->name;
  name.remove_prefix(name.rfind('.') + 1);
  return PyUnicode_FromStringAndSize(name.data(), static_cast<Py_ssize_t>(name.size()));
}

PyGetSetDef kKernelNameAttributes[] = {
    {"__doc__", kernel_name_doc, nullptr, nullptr, nullptr},
    {"__name__", kernel_name_name, nullptr, nullptr, nullptr},
    {nullptr, nullptr, nullptr, nullptr, nullptr},
};

PyTypeObject KernelNameType = {
    .ob_base = PyVarObject_HEAD_INIT(nullptr, 0).tp_name = "tack.KernelName",
    .tp_basicsize = sizeof(KernelName),
    .tp_repr = kernel_name_repr,
    .tp_call = kernel_name_call,
    .tp_flags = Py_TPFLAGS_DEFAULT | Py_TPFLAGS_DISALLOW_INSTANTIATION,
    .tp_getset = kKernelNameAttributes,
};

// Of the host side.
constexpr const char* kUnbuiltHost[] = {
    "arrays", "algorithms", "data", "dataset", "texture3d",
};

// With the field-era name of tack.ndindex.
Entity member_of_tack(const char* name) {
  return python::tack_member(std::strcmp(name, "ndrange") == 0 ? "ndindex" : name);
}

// --- what an object is to a kernel

python::Constant number_of(PyObject* object, ir::Kind dtype) {
  python::Constant constant;
  constant.dtype = dtype;
  constant.is_float = PyFloat_Check(object);
  if (constant.is_float) {
    constant.float_value = PyFloat_AS_DOUBLE(object);
  } else {
    int overflow = 0;
    long long value = PyLong_AsLongLongAndOverflow(object, &overflow);
    constant.int_bits =
        overflow ? PyLong_AsUnsignedLongLongMask(object) : static_cast<uint64_t>(value);
    constant.is_negative = !overflow && value < 0;
  }
  return constant;
}

ir::Kind dtype_of(PyObject* object) {
  Ref dtype(PyObject_GetAttrString(object, "dtype"));
  if (!dtype) PyErr_Clear();
  return dtype && is_dtype(dtype.get()) ? reinterpret_cast<DType*>(dtype.get())->kind
                                        : ir::Kind::Void;
}

Entity table_of(PyObject* object) {
  python::ConstantTable table;
  Ref shape(PyObject_GetAttrString(object, "shape"));
  Ref numbers(PyObject_GetAttrString(object, "_numbers"));
  if (!shape || !numbers || !PyTuple_Check(shape.get()) || !PyTuple_Check(numbers.get())) {
    PyErr_Clear();
    return Entity::other("a constant");
  }
  auto extent = [&](Py_ssize_t k) {
    return static_cast<uint32_t>(PyLong_AsUnsignedLongMask(PyTuple_GET_ITEM(shape.get(), k)));
  };
  bool is_matrix = PyTuple_GET_SIZE(shape.get()) == 2;
  table.rows = is_matrix ? extent(0) : 0;
  table.columns = extent(is_matrix ? 1 : 0);
  ir::Kind dtype = dtype_of(object);
  for (Py_ssize_t k = 0; k < PyTuple_GET_SIZE(numbers.get()); ++k)
    table.elements.push_back(number_of(PyTuple_GET_ITEM(numbers.get(), k), dtype));
  return Entity::of(std::move(table));
}

// Functions of the modules `math` and `builtins` under any name.
Entity native_function(PyObject* object) {
  Ref module(PyObject_GetAttrString(object, "__module__"));
  Ref name(PyObject_GetAttrString(object, "__name__"));
  PyErr_Clear();
  if (module && name && PyUnicode_Check(module.get()) && PyUnicode_Check(name.get())) {
    const char* text = PyUnicode_AsUTF8(name.get());
    if (text && PyUnicode_CompareWithASCIIString(module.get(), "math") == 0) {
      Entity entity = python::math_member(text);
      if (entity.what == Entity::What::Builtin) return entity;
    } else if (text && PyUnicode_CompareWithASCIIString(module.get(), "builtins") == 0) {
      if (auto builtin = python::bare_builtin(text)) return Entity::of(*builtin);
    }
  }
  PyErr_Clear();
  return Entity::other("a Python function");
}

std::string with_article(const char* type) {
  for (const char* function : {"numpy.ufunc", "numpy._ArrayFunctionDispatcher"})
    if (std::strcmp(type, function) == 0) return std::string(python::kNumpyFunction);
  // "numpy.ndarray" and "list" alike.
  bool vowel = std::strchr("aeiouAEIOU", type[0]) != nullptr;
  return std::string(vowel ? "an " : "a ") + type;
}

Entity classify(PyObject* object) {
  if (is_dtype(object)) return Entity::of(reinterpret_cast<DType*>(object)->kind);
  if (is_func(object)) return Entity::of(device_function(object));
  if (Py_TYPE(object) == &KernelNameType)
    return python::tack_member(reinterpret_cast<KernelName*>(object)->name);
  auto* type = reinterpret_cast<PyObject*>(Py_TYPE(object));
  if (type == g_int_constant || type == g_float_constant)
    return Entity::of(number_of(object, dtype_of(object)));
  if (type == g_table_constant) return table_of(object);
  if (object == g_vector) return Entity::of(python::Builtin::Vector);
  if (object == g_matrix) return Entity::of(python::Builtin::Matrix);
  if (object == reinterpret_cast<PyObject*>(&PyLong_Type)) return Entity::of(python::Builtin::Int);
  if (object == reinterpret_cast<PyObject*>(&PyFloat_Type))
    return Entity::of(python::Builtin::Float);
  if (object == reinterpret_cast<PyObject*>(&PyRange_Type))
    return Entity::of(python::Builtin::Range);
  if (PyCFunction_Check(object)) return native_function(object);
  // Functions of this package, whatever they are made with.
  if (std::strncmp(Py_TYPE(object)->tp_name, "nanobind.", 9) == 0)
    return Entity::other("a function of the host");
  if (is_kernel(object)) return Entity::other("a kernel");
  if (PyFunction_Check(object)) return Entity::other("a Python function");
  if (PyModule_Check(object)) return Entity::other("a module");
  if (PyType_Check(object)) return Entity::other("a class");
  if (PyLong_CheckExact(object) || PyFloat_CheckExact(object) || PyBool_Check(object) ||
      PyUnicode_CheckExact(object))
    return Entity::other(std::string("a Python ") + Py_TYPE(object)->tp_name);
  return Entity::other(with_article(Py_TYPE(object)->tp_name));
}

bool is_module_named(PyObject* object, const char* name) {
  if (!PyModule_Check(object)) return false;
  const char* own = PyModule_GetName(object);
  if (!own) PyErr_Clear();
  return own && std::strcmp(own, name) == 0;
}

// What of a module or class a kernel may read, to suggest for a misspelt name.
std::vector<std::string> members_of(PyObject* object) {
  if (object == g_package || is_module_named(object, "tack")) return python::tack_member_names();
  for (const char* library : {"math", "random"})
    if (is_module_named(object, (std::string("tack.") + library).c_str()))
      return python::tack_member_names(library);
  if (is_module_named(object, "math")) return python::math_member_names();
  std::vector<std::string> names;
  Ref members(PyObject_GetAttrString(object, "__dict__"));
  Ref keys(members ? PyMapping_Keys(members.get()) : nullptr);
  for (Py_ssize_t k = 0; keys && k < PyList_GET_SIZE(keys.get()); ++k)
    if (PyObject* key = PyList_GET_ITEM(keys.get(), k); PyUnicode_Check(key))
      if (const char* text = PyUnicode_AsUTF8(key); text && text[0] != '_') names.push_back(text);
  PyErr_Clear();
  return names;
}

}  // namespace

std::string described(PyObject* object) { return with_article(Py_TYPE(object)->tp_name); }

PyObject* FunctionEnvironment::lookup(const std::string& name) const {
  if (!function_) return nullptr;
  auto* code = reinterpret_cast<PyObject*>(PyFunction_GET_CODE(function_));
  if (PyObject* closure = PyFunction_GET_CLOSURE(function_)) {
    Ref free(PyObject_GetAttrString(code, "co_freevars"));
    if (!free) PyErr_Clear();
    for (Py_ssize_t i = 0; free && i < PyTuple_GET_SIZE(free.get()); ++i)
      if (PyUnicode_CompareWithASCIIString(PyTuple_GET_ITEM(free.get(), i), name.c_str()) == 0 ||
          name == PyUnicode_AsUTF8(PyTuple_GET_ITEM(free.get(), i)))
        return PyCell_GET(PyTuple_GET_ITEM(closure, i));
  }
  Ref key(PyUnicode_FromStringAndSize(name.data(), static_cast<Py_ssize_t>(name.size())));
  if (!key) {
    PyErr_Clear();
    return nullptr;
  }
  PyObject* globals = PyFunction_GET_GLOBALS(function_);
  PyObject* found = PyDict_GetItemWithError(globals, key.get());
  if (!found) PyErr_Clear();
  return found;
}

Entity FunctionEnvironment::resolve(std::span<const std::string> path) {
  if (path.empty()) return {};
  PyObject* first = lookup(path[0]);
  if (!first) {
    // Builtins that the language has are found by the front end itself; the others exist, but not
    // for kernels.
    Ref builtins(PyImport_ImportModule("builtins"));
    bool exists = builtins && PyObject_HasAttrString(builtins.get(), path[0].c_str());
    PyErr_Clear();
    if (exists && !python::bare_builtin(path[0])) return Entity::other("a Python builtin");
    return {};
  }
  Ref object = Ref::borrow(first);
  for (size_t k = 1; k < path.size(); ++k) {
    bool is_last = k + 1 == path.size();
    if (object.get() == g_package || is_module_named(object.get(), "tack")) {
      Entity member = member_of_tack(path[k].c_str());
      if (is_last && member.what != Entity::What::Missing) return member;
    } else if (is_module_named(object.get(), "math")) {
      Entity member = python::math_member(path[k]);
      if (is_last && member.what != Entity::What::Missing) return member;
    } else if (!PyModule_Check(object.get()) && !PyType_Check(object.get())) {
      return Entity::other("an attribute of " + with_article(Py_TYPE(object.get())->tp_name));
    }
    Ref member(PyObject_GetAttrString(object.get(), path[k].c_str()));
    if (!member) {
      PyErr_Clear();
      return Entity::no_member(k, path[k], members_of(object.get()));
    }
    object = std::move(member);
  }
  return classify(object.get());
}

std::vector<std::string> FunctionEnvironment::names() const {
  std::vector<std::string> names;
  if (!function_) return names;
  Ref free(PyObject_GetAttrString(reinterpret_cast<PyObject*>(PyFunction_GET_CODE(function_)),
                                  "co_freevars"));
  for (Py_ssize_t k = 0; free && k < PyTuple_GET_SIZE(free.get()); ++k)
    if (const char* text = PyUnicode_AsUTF8(PyTuple_GET_ITEM(free.get(), k))) names.push_back(text);
  PyObject *key, *value;
  Py_ssize_t at = 0;
  while (PyDict_Next(PyFunction_GET_GLOBALS(function_), &at, &key, &value))
    if (PyUnicode_Check(key))
      if (const char* text = PyUnicode_AsUTF8(key)) names.push_back(text);
  PyErr_Clear();
  return names;
}

Entity constant_entity(PyObject* object) {
  auto* type = reinterpret_cast<PyObject*>(Py_TYPE(object));
  if (type == g_int_constant || type == g_float_constant || type == g_table_constant)
    return classify(object);
  Number number = number_from(object);
  python::Constant constant;
  switch (number.what) {
    case Number::What::Int:
      return Entity::of(python::Constant::of_int(static_cast<int64_t>(number.bits)));
    case Number::What::BigInt:
      constant.int_bits = number.bits;
      return Entity::of(constant);
    case Number::What::Float:
      return Entity::of(python::Constant::of_float(number.value));
    case Number::What::TooWide:
      return Entity::other("an integer outside 64 bits");
    case Number::What::Error:
      PyErr_Clear();
      break;
    case Number::What::None:
      break;
  }
  return Entity::other("");
}

python::ObjectType::Member class_member(PyObject* value) {
  using What = python::ObjectType::Member::What;
  python::ObjectType::Member member;
  if (PyObject_TypeCheck(value, &PyStaticMethod_Type)) {
    Ref inner(PyObject_GetAttrString(value, "__func__"));
    if (!inner) PyErr_Clear();
    if (inner && is_func(inner.get())) {
      member.what = What::Function;
      member.entity = Entity::of(device_function(inner.get()));
    } else {
      member.entity = Entity::other("a Python function");
    }
  } else if (is_func(value)) {
    member.what = What::Function;
    member.takes_self = true;
    member.entity = Entity::of(device_function(value));
  } else if (is_kernel(value)) {
    member.entity = Entity::other("a kernel");
  } else if (PyFunction_Check(value) || PyObject_TypeCheck(value, &PyClassMethod_Type)) {
    member.entity = Entity::other("a Python function");
  } else if (PyObject_TypeCheck(value, &PyProperty_Type)) {
    member.entity = Entity::other("a property");
  } else {
    member.entity = constant_entity(value);
    if (member.entity.what != Entity::What::Other) member.what = What::Constant;
  }
  return member;
}

PyObject* kernel_name(const char* name) {
  for (const char* unbuilt : kUnbuiltHost)
    if (std::strcmp(unbuilt, name) == 0)
      return PyErr_Format(PyExc_AttributeError, "tack.%s is not built yet in this version of tack",
                          name);
  Entity entity = member_of_tack(name);
  if (entity.what != Entity::What::Builtin && entity.what != Entity::What::Function)
    return PyErr_Format(PyExc_AttributeError, "module 'tack' has no attribute '%s'", name);
  auto* object = PyObject_New(KernelName, &KernelNameType);
  if (!object) return nullptr;
  if (entity.what == Entity::What::Function) {
    static auto& names = *new std::set<std::string>;  // of objects that may outlive everything
    object->name = names.insert(name).first->c_str();
  } else {
    const char* full = python::builtin_name(entity.builtin);
    object->name = std::strncmp(full, "tack.", 5) == 0 ? full + 5 : full;
  }
  return reinterpret_cast<PyObject*>(object);
}

void set_vector_types(PyObject* vector, PyObject* matrix) {
  g_vector = Py_NewRef(vector);
  g_matrix = Py_NewRef(matrix);
}

bool is_constant_table(PyObject* object) {
  return reinterpret_cast<PyObject*>(Py_TYPE(object)) == g_table_constant;
}

void set_constant_types(PyObject* int_type, PyObject* float_type, PyObject* table_type) {
  g_int_constant = Py_NewRef(int_type);
  g_float_constant = Py_NewRef(float_type);
  g_table_constant = Py_NewRef(table_type);
}

int add_environment(PyObject*) {
  g_package = PyImport_AddModule("tack");
  return g_package ? PyType_Ready(&KernelNameType) : -1;
}

}  // namespace tack::py
