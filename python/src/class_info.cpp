// SPDX-License-Identifier: Apache-2.0
#include "class_info.hpp"

#include <set>
#include <unordered_map>

#include "array.hpp"
#include "environment.hpp"

namespace tack::py {
namespace {

using python::Entity;
using Member = python::ObjectType::Member;

constexpr const char* kMark = "__tack_device_class__";

// Under the interpreter's lock. Infos of collected classes are removed by their weak references.
// Never destroyed: that would be after the interpreter's end.
auto& g_infos = *new std::unordered_map<PyTypeObject*, std::unique_ptr<ClassInfo>>;

// Also of what a decorated class is a base of.
bool is_marked(PyTypeObject* type) {
  Ref mark(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), kMark));
  PyErr_Clear();
  return mark.get() == Py_True;
}

// Changes with every assignment to the class or a base of it. 0 when Python has none to give.
unsigned version_of(PyTypeObject* type) {
#if PY_VERSION_HEX < 0x030C0000
  if (!PyType_HasFeature(type, Py_TPFLAGS_VALID_VERSION_TAG)) return 0;
#endif
  return type->tp_version_tag;
}

unsigned new_version_of(PyTypeObject* type) {
  // A lookup makes Python give the class a version.
  Ref mark(PyObject_GetAttrString(reinterpret_cast<PyObject*>(type), kMark));
  PyErr_Clear();
  return version_of(type);
}

void read_iterate(ClassInfo& info) {
  info.iterate.clear();
  info.iterate_error.clear();
  Ref value(PyObject_GetAttrString(reinterpret_cast<PyObject*>(info.type), "__tack_iterate__"));
  if (!value) {
    PyErr_Clear();
    return;
  }
  auto add = [&](PyObject* name) {
    const char* text = PyUnicode_Check(name) ? PyUnicode_AsUTF8(name) : nullptr;
    if (!text) {
      PyErr_Clear();
      info.iterate_error = "__tack_iterate__ holds something that is no attribute's name";
      return;
    }
    info.iterate.emplace_back(text);
  };
  if (PyUnicode_Check(value.get())) {
    add(value.get());
    return;
  }
  if (!PyTuple_Check(value.get()) && !PyList_Check(value.get())) {
    info.iterate_error = "__tack_iterate__ is not a tuple of attribute names";
    return;
  }
  for (Py_ssize_t i = 0; i < PySequence_Fast_GET_SIZE(value.get()); ++i)
    add(PySequence_Fast_GET_ITEM(value.get(), i));
  if (info.iterate.empty() && info.iterate_error.empty())
    info.iterate_error = "__tack_iterate__ names no attribute";
}

bool is_slot(PyObject* value) {
  return std::string_view(Py_TYPE(value)->tp_name) == "member_descriptor";
}

void scan(ClassInfo& info) {
  info.name = info.type->tp_name;
  info.members.clear();
  info.slots.clear();
  info.ignored.clear();
  std::set<std::string> seen;
  PyObject* mro = info.type->tp_mro;
  for (Py_ssize_t i = 0; i < PyTuple_GET_SIZE(mro); ++i) {
    auto* base = reinterpret_cast<PyTypeObject*>(PyTuple_GET_ITEM(mro, i));
    if (base == &PyBaseObject_Type) continue;
    Ref proxy(PyObject_GetAttrString(reinterpret_cast<PyObject*>(base), "__dict__"));
    Ref items(proxy ? PyMapping_Items(proxy.get()) : nullptr);
    if (!items) {
      PyErr_Clear();
      continue;
    }
    for (Py_ssize_t k = 0; k < PyList_GET_SIZE(items.get()); ++k) {
      PyObject* pair = PyList_GET_ITEM(items.get(), k);
      PyObject *key = PyTuple_GET_ITEM(pair, 0), *value = PyTuple_GET_ITEM(pair, 1);
      const char* name = PyUnicode_Check(key) ? PyUnicode_AsUTF8(key) : nullptr;
      if (!name) PyErr_Clear();
      // A base's attribute is hidden by what stands nearer, whatever that is.
      if (!name || name[0] == '_' || !seen.insert(name).second) continue;
      if (is_slot(value)) {
        info.slots.push_back(Ref::borrow(key));
        continue;
      }
      Member member = class_member(value);
      member.name = name;
      bool is_ignored = member.what == Member::What::Other && member.entity.description.empty();
      if (is_ignored)
        info.ignored[name] = is_array(value) ? std::string(python::kClassArray) : described(value);
      else
        info.members.emplace(name, std::move(member));
    }
  }
  read_iterate(info);
  // Plans that were made of the class as it was are made anew.
  info.plans.clear();
}

}  // namespace

ClassInfo* class_info(PyTypeObject* type) {
  auto found = g_infos.find(type);
  if (found == g_infos.end()) {
    if (!PyType_HasFeature(type, Py_TPFLAGS_HEAPTYPE) || !is_marked(type)) return nullptr;
    static uint64_t ids = 0;
    auto info = std::make_unique<ClassInfo>();
    info->id = ++ids;
    info->type = type;
    info->weak = Ref(watch_class(reinterpret_cast<PyObject*>(type), info->id));
    if (!info->weak) PyErr_Clear();
    found = g_infos.emplace(type, std::move(info)).first;
  }
  ClassInfo& info = *found->second;
  unsigned version = version_of(type);
  if (version == 0 || version != info.version) {
    info.version = new_version_of(type);
    scan(info);
  }
  return &info;
}

void forget_class(uint64_t id) {
  for (auto at = g_infos.begin(); at != g_infos.end(); ++at)
    if (at->second->id == id) {
      // What the info holds may be the last reference to something with a destructor in Python.
      auto dying = std::move(at->second);
      g_infos.erase(at);
      return;
    }
}

}  // namespace tack::py
