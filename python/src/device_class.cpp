// SPDX-License-Identifier: Apache-2.0
#include "device_class.hpp"

#include <algorithm>
#include <bit>
#include <cstring>
#include <unordered_set>

#include "array.hpp"
#include "class_info.hpp"
#include "func.hpp"
#include "number.hpp"

namespace tack::py {
namespace {

using python::Entity;
using python::ObjectType;
using Member = ObjectType::Member;
using Entry = ObjectPlan::Entry;

// Structures hold objects that hold objects; one that holds itself has no end.
constexpr int kMaxObjectDepth = 16;
// More would mean that hardly two calls look the same: then finding one costs more than making it.
constexpr size_t kMaxPlans = 32;

// --- collected classes

// States of kernels that have variants for objects.
std::unordered_set<KernelState*> g_users;

PyObject* class_died(PyObject* id, PyObject*) {
  uint64_t dead = PyLong_AsUnsignedLongLong(id);
  for (KernelState* state : g_users) {
    // A launch that is under way holds its variant.
    std::erase_if(state->variants, [&](const auto& variant) {
      bool is_dead = variant->mentions_class(dead);
      if (is_dead && state->last == variant.get()) state->last = nullptr;
      return is_dead;
    });
    state->bindings.forget_dead();
  }
  forget_class(dead);
  Py_RETURN_NONE;
}

PyMethodDef kClassDied = {"class_died", class_died, METH_O, nullptr};

// --- one instance

// Its attributes in the order of its dictionary, then those in slots.
class Attributes {
 public:
  // False with an exception.
  bool read(PyObject* object, const ClassInfo& info) {
    Ref dict(PyObject_GenericGetDict(object, nullptr));
    if (!dict) {
      if (!PyErr_ExceptionMatches(PyExc_AttributeError)) return false;
      PyErr_Clear();  // only slots
    } else {
      PyObject *key, *value;
      for (Py_ssize_t at = 0; PyDict_Next(dict.get(), &at, &key, &value);)
        if (PyUnicode_Check(key) && PyUnicode_READ_CHAR(key, 0) != '_')
          items.emplace_back(Ref::borrow(key), Ref::borrow(value));
    }
    for (const Ref& slot : info.slots) {
      Ref value(PyObject_GetAttr(object, slot.get()));
      if (value) items.emplace_back(Ref::borrow(slot.get()), std::move(value));
      PyErr_Clear();
    }
    return true;
  }
  std::vector<std::pair<Ref, Ref>> items;
};

// The numbers and arrays of one call's objects, on their way into its arguments.
class Expansion {
 public:
  Expansion(const KernelState& state, CallArguments& call) : state_(state), call_(call) {}

  // The structure; null with an exception. `path` is for messages.
  const std::shared_ptr<const ObjectType>* expand(PyObject* object, ClassInfo& info,
                                                  const std::string& path, int depth) {
    if (depth > kMaxObjectDepth) {
      PyErr_Format(PyExc_TypeError,
                   "Kernel '%s': argument '%s' holds itself, or objects in more "
                   "than %d levels",
                   state_.name.c_str(), path.c_str(), kMaxObjectDepth);
      return nullptr;
    }
    Attributes attributes;
    if (!attributes.read(object, info)) return nullptr;
    int first = call_.count;
    // Reading objects inside may change the class's list of plans.
    for (size_t k = 0; k < info.plans.size(); ++k) {
      std::shared_ptr<const ObjectPlan> plan = info.plans[k];
      Tried tried = try_plan(*plan, attributes, first, path, depth);
      if (tried == Tried::Failed) return nullptr;
      if (tried == Tried::Fits) {
        auto at = std::find(info.plans.begin(), info.plans.end(), plan);
        if (k > 0 && at != info.plans.end()) std::rotate(info.plans.begin(), at, at + 1);
        return plan->type;
      }
      call_.count = first;
    }
    std::shared_ptr<const ObjectPlan> plan = make_plan(info, attributes, path, depth);
    if (!plan) return nullptr;
    call_.count = first;
    Tried tried = try_plan(*plan, attributes, first, path, depth);
    if (tried == Tried::Fits) return plan->type;
    if (tried == Tried::Differs)
      PyErr_Format(PyExc_RuntimeError, "Kernel '%s': argument '%s' changed while it was read",
                   state_.name.c_str(), path.c_str());
    return nullptr;
  }

 private:
  enum class Tried : uint8_t { Fits, Differs, Failed };

  Tried try_plan(const ObjectPlan& plan, const Attributes& attributes, int first,
                 const std::string& path, int depth) {
    if (plan.entries.size() != attributes.items.size()) return Tried::Differs;
    uint64_t total = static_cast<uint64_t>(first) + (*plan.type)->argument_count;
    if (total > static_cast<uint64_t>(kMaxArguments)) {
      PyErr_Format(PyExc_TypeError,
                   "Kernel '%s': with the numbers and arrays of '%s' it has more than %d arguments",
                   state_.name.c_str(), path.c_str(), kMaxArguments);
      return Tried::Failed;
    }
    uint64_t flags = 0;
    for (size_t k = 0; k < plan.entries.size(); ++k) {
      const Entry& entry = plan.entries[k];
      PyObject* key = attributes.items[k].first.get();
      PyObject* value = attributes.items[k].second.get();
      if (key != entry.key.get() && PyUnicode_Compare(key, entry.key.get()) != 0)
        return Tried::Differs;
      int at = first + static_cast<int>(entry.argument);
      switch (entry.what) {
        case Entry::What::Ignored:
          // Another type would be another text for messages.
          if (Py_TYPE(value) != entry.type || !is_ignored(value)) return Tried::Differs;
          break;
        case Entry::What::Scalar: {
          Tried tried = scalar(value, at, path, key);
          if (tried != Tried::Fits) return tried;
          break;
        }
        case Entry::What::Constant:
          if (Py_TYPE(value) != entry.type ||
              !python::same_meaning(constant_entity(value), entry.constant))
            return Tried::Differs;
          break;
        case Entry::What::Array: {
          if (!is_array(value)) return Tried::Differs;
          auto* array = reinterpret_cast<const Array*>(value);
          if (array->rank() != static_cast<int>(entry.extents.size()) ||
              std::memcmp(array->shape, entry.extents.data(),
                          entry.extents.size() * sizeof(int64_t)) != 0)
            return Tried::Differs;
          call_.values[at].array = array;
          call_.set_code(at, array->descriptor & kCodeMask);
          flags |= array->descriptor;
          break;
        }
        case Entry::What::Object: {
          ClassInfo* info = class_info(Py_TYPE(value));
          if (!info) return Tried::Differs;
          call_.count = at;
          std::string inner = path + "." + PyUnicode_AsUTF8(key);
          auto* type = expand(value, *info, inner, depth + 1);
          if (!type) return Tried::Failed;
          if ((*type)->id != entry.object) return Tried::Differs;
          break;
        }
        case Entry::What::Function:
          if (!is_func(value) || device_function(value) != entry.function) return Tried::Differs;
          break;
      }
    }
    call_.flags |= flags;
    call_.count = static_cast<int>(total);
    return Tried::Fits;
  }

  Tried scalar(PyObject* value, int at, const std::string& path, PyObject* key) {
    Number number = number_from(value);
    switch (number.what) {
      case Number::What::Int: {
        auto wide = static_cast<int64_t>(number.bits);
        call_.values[at].bits = number.bits;
        call_.set_code(at, static_cast<uint64_t>(
                               wide == static_cast<int32_t>(wide) ? ir::Kind::I32 : ir::Kind::I64));
        return Tried::Fits;
      }
      case Number::What::BigInt:
        call_.values[at].bits = number.bits;
        call_.set_code(at, static_cast<uint64_t>(ir::Kind::U64));
        return Tried::Fits;
      case Number::What::Float:
        call_.values[at].number = number.value;
        call_.set_code(at, static_cast<uint64_t>(ir::Kind::F32));
        return Tried::Fits;
      case Number::What::TooWide:
        PyErr_Format(PyExc_TypeError, "Kernel '%s': argument '%s.%U' is an integer outside 64 bits",
                     state_.name.c_str(), path.c_str(), key);
        return Tried::Failed;
      case Number::What::Error:
        return Tried::Failed;
      case Number::What::None:
        break;
    }
    return Tried::Differs;
  }

  static bool is_number(PyObject* value) {
    Number::What what = number_from(value).what;
    PyErr_Clear();
    return what != Number::What::None && what != Number::What::Error;
  }
  static bool is_ignored(PyObject* value) {
    return !is_number(value) && !is_array(value) && !is_func(value) && !class_info(Py_TYPE(value));
  }

  // How this instance is taken apart; the new plan is the class's first. Null with an exception.
  std::shared_ptr<const ObjectPlan> make_plan(ClassInfo& info, const Attributes& attributes,
                                              const std::string& path, int depth) {
    auto plan = std::make_shared<ObjectPlan>();
    ObjectType type;
    type.class_name = info.name;
    type.class_id = info.id;
    type.iterate = info.iterate;
    type.iterate_error = info.iterate_error;
    type.ignored = info.ignored;
    std::map<std::string, Member> members = info.members;
    for (const auto& [key, held] : attributes.items) {
      PyObject* value = held.get();
      const char* name = PyUnicode_AsUTF8(key.get());
      if (!name) return nullptr;
      Member member;
      member.name = name;
      Entry& entry = plan->entries.emplace_back();
      entry.key = Ref::borrow(key.get());
      auto shadowed = info.members.find(name);
      bool is_constant =
          shadowed != info.members.end() && shadowed->second.what == Member::What::Constant;
      if (is_array(value)) {
        auto* array = reinterpret_cast<const Array*>(value);
        entry.what = Entry::What::Array;
        entry.extents.assign(array->shape, array->shape + array->rank());
        member.what = Member::What::Array;
        member.extents = entry.extents;
      } else if (is_func(value)) {
        entry.what = Entry::What::Function;
        entry.function = device_function(value);
        member.what = Member::What::Function;
        member.entity = Entity::of(entry.function);
      } else if (ClassInfo* inner = class_info(Py_TYPE(value))) {
        int first = call_.count;
        auto* object = expand(value, *inner, path + "." + name, depth + 1);
        if (!object) return nullptr;
        call_.count = first;
        entry.what = Entry::What::Object;
        entry.object = (*object)->id;
        member.what = Member::What::Object;
        member.object = *object;
      } else if (is_constant && constant_entity(value).what != Entity::What::Other) {
        entry.what = Entry::What::Constant;
        entry.type = Py_TYPE(value);
        entry.constant = constant_entity(value);
        member.what = Member::What::Constant;
        member.entity = entry.constant;
      } else if (is_number(value)) {
        entry.what = Entry::What::Scalar;
        member.what = Member::What::Scalar;
      } else {
        // It hides an attribute of the class all the same.
        entry.what = Entry::What::Ignored;
        entry.type = Py_TYPE(value);
        members.erase(name);
        type.ignored[name] = described(value);
        continue;
      }
      members[name] = std::move(member);
    }
    for (auto& [name, member] : members) type.members.push_back(member);
    finish(info, *plan, std::move(type));
    info.plans.insert(info.plans.begin(), plan);
    if (info.plans.size() > kMaxPlans) info.plans.pop_back();
    return plan;
  }

  // The same structure has the same ObjectType, whatever the order in which attributes were set.
  static void finish(ClassInfo& info, ObjectPlan& plan, ObjectType type) {
    type.finish();
    for (Entry& entry : plan.entries) {
      const char* name = PyUnicode_AsUTF8(entry.key.get());
      const Member* member = name ? type.find(name) : nullptr;
      if (member) entry.argument = member->argument;
    }
    auto& known = info.structures[type.identity()];
    if (!known) known = std::make_shared<const ObjectType>(type);
    plan.type = &known;
    if (known->ignored == type.ignored) return;
    // The same to compiled code, with other things to say.
    std::string key = type.identity() + "\n";
    for (const auto& [name, what] : type.ignored) key += name + "=" + what + "\n";
    auto& other = info.structures[key];
    type.id = known->id;
    if (!other) other = std::make_shared<const ObjectType>(std::move(type));
    plan.type = &other;
  }

  const KernelState& state_;
  CallArguments& call_;
};

PyObject* device_class(PyObject*, PyObject* type) {
  if (!PyType_Check(type))
    return PyErr_Format(PyExc_TypeError, "@tack.device_class decorates a class, not %.100s",
                        Py_TYPE(type)->tp_name);
  if (PyObject_SetAttrString(type, "__tack_device_class__", Py_True) < 0) return nullptr;
  return Py_NewRef(type);
}

PyMethodDef kDeviceClass = {
    "device_class", device_class, METH_O,
    "Decorator: a class whose instances kernels take as arguments.\n\n"
    "Numbers of the class's body are constants in a kernel, those of an instance are passed with "
    "each\ncall, arrays are array arguments, and @tack.func functions are methods. A @tack.kernel "
    "in the body\nis called as obj.kernel(...). `__tack_iterate__ = (\"nx\", \"ny\")` names the "
    "extents of\n`for c in obj`, the fastest first."};

}  // namespace

PyObject* watch_class(PyObject* type, uint64_t id) {
  Ref number(PyLong_FromUnsignedLongLong(id));
  Ref callback(number ? PyCFunction_New(&kClassDied, number.get()) : nullptr);
  return callback ? PyWeakref_NewRef(type, callback.get()) : nullptr;
}

bool is_device_instance(PyObject* object) { return class_info(Py_TYPE(object)) != nullptr; }

bool add_object(const KernelState& state, int parameter, PyObject* object, CallArguments& call) {
  if (call.object_count == kMaxObjects) {
    PyErr_Format(PyExc_TypeError, "Kernel '%s': a call takes at most %d objects",
                 state.name.c_str(), kMaxObjects);
    return false;
  }
  ClassInfo* info = class_info(Py_TYPE(object));
  const std::string& name = state.source->parameters()[static_cast<size_t>(parameter)];
  auto* type = Expansion(state, call).expand(object, *info, name, 0);
  if (!type) return false;
  call.add_object(parameter, *type);
  return true;
}

void remember_objects(KernelState& state) { g_users.insert(&state); }
void forget_objects(KernelState& state) { g_users.erase(&state); }

int add_device_class(PyObject* module) {
  Ref function(PyCFunction_New(&kDeviceClass, nullptr));
  return function ? PyModule_AddObjectRef(module, "device_class", function.get()) : -1;
}

}  // namespace tack::py
