// SPDX-License-Identifier: Apache-2.0
// What a kernel sees of an instance of a device class. A host (the Python package, the command
// line, C++) makes an ObjectType of an instance's structure; its numbers and arrays then stand
// among the arguments of the call, one after the other, in the order of finish().
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/python/environment.hpp"

namespace tack::python {

// How messages call an array that stands in the body of a class: no instance has it.
inline constexpr std::string_view kClassArray = "an array of the class";

struct ObjectType {
  struct Member {
    enum class What : uint8_t {
      Constant,  // entity: a Constant or a Table, of the class or of an instance that shadows it
      Scalar,    // argument: a number of the instance
      Array,     // argument: an array of the instance
      Object,    // object: an instance of a device class, with arguments of its own
      Function,  // entity: a device function of the class or of the instance
      Other,     // entity.description: what a kernel cannot use, for the message
    };
    std::string name;
    What what = What::Other;
    Entity entity;
    bool takes_self = false;  // Function: one of the class, called with the instance first
    std::shared_ptr<const ObjectType> object;
    std::vector<int64_t> extents;  // Array
    uint32_t argument = 0;         // the first one, counted from the object's own first
  };

  std::string class_name;
  uint64_t class_id = 0;  // the host's name for the class
  std::vector<Member> members;
  // __tack_iterate__: scalars or constants that are the extents of a loop over the object, fastest
  // first. What is wrong with the declaration itself stands in `iterate_error`.
  std::vector<std::string> iterate;
  std::string iterate_error;
  // What to do about an attribute that is not there; empty: the host cannot say.
  std::string missing_hint;
  // Attributes that no kernel sees, with what they are: for messages, of the first such instance.
  std::map<std::string, std::string> ignored;
  uint32_t argument_count = 0;
  // Of this structure, never given again: what identifies it in a variant's key.
  uint64_t id = 0;

  // Sorts the members by name and numbers the arguments. To be called once all members are there.
  void finish();
  const Member* find(std::string_view name) const;
  // All that code may depend on but the dtypes of its numbers and arrays, which are in every key.
  // Two types with the same one may stand for each other, when they are of one class.
  std::string identity() const;
  // Whether it, or an object that it holds, is of that class.
  bool mentions(uint64_t class_id) const;
};

// A parameter of the kernel that stands for an object.
struct ObjectArgument {
  uint32_t parameter = 0;
  std::shared_ptr<const ObjectType> type;
};

// The names of the call's arguments in their order: "n", "obj.data", "obj.grid.width".
std::vector<std::string> argument_names(const std::vector<std::string>& parameters,
                                        const std::vector<ObjectArgument>& objects);

}  // namespace tack::python
