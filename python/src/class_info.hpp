// SPDX-License-Identifier: Apache-2.0
// What is known of one device class: the constants and functions of its bodies, and the structures
// that its instances had.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "frontend/python/object_type.hpp"
#include "py.hpp"

namespace tack::py {

// How one instance was taken apart: most calls of a kernel pass instances that look the same, so
// that comparing with the plan is all they need.
struct ObjectPlan {
  struct Entry {
    enum class What : uint8_t { Ignored, Scalar, Constant, Array, Object, Function };
    What what = What::Ignored;
    Ref key;                       // the attribute's name, compared as a pointer first
    uint32_t argument = 0;         // Scalar, Array, Object: from the object's first
    python::Entity constant;       // Constant: an instance's, in place of the class's
    PyTypeObject* type = nullptr;  // of that number, Ignored: of the value; compared only
    std::vector<int64_t> extents;  // Array
    uint64_t object = 0;           // Object: its structure's id
    std::shared_ptr<const python::DeviceFunction> function;
  };
  std::vector<Entry> entries;
  const std::shared_ptr<const python::ObjectType>* type = nullptr;  // in ClassInfo::structures
};

struct ClassInfo {
  uint64_t id = 0;  // never given again, unlike the address
  PyTypeObject* type = nullptr;
  Ref weak;
  unsigned version = 0;  // the interpreter's, of the class and its bases; 0: unknown
  std::string name;
  std::map<std::string, python::ObjectType::Member> members;  // constants, functions and others
  std::map<std::string, std::string> ignored;  // other values of the bodies: what they are
  std::vector<Ref> slots;                      // names in __slots__
  std::vector<std::string> iterate;
  std::string iterate_error;
  std::vector<std::shared_ptr<const ObjectPlan>> plans;  // the latest used first
  // By all that distinguishes them. They stay while the class lives.
  std::map<std::string, std::shared_ptr<const python::ObjectType>> structures;
};

// Of a device class, as it is now; null for any other class, without an exception.
ClassInfo* class_info(PyTypeObject* type);

// A weak reference to the class that forgets what is known of it, and the code of its variants,
// when the class is collected (device_class.cpp).
PyObject* watch_class(PyObject* type, uint64_t id);
void forget_class(uint64_t id);

}  // namespace tack::py
