// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/object_type.hpp"

#include <algorithm>
#include <atomic>
#include <bit>

namespace tack::python {

using What = ObjectType::Member::What;

void ObjectType::finish() {
  std::sort(members.begin(), members.end(),
            [](const Member& a, const Member& b) { return a.name < b.name; });
  argument_count = 0;
  for (Member& member : members) {
    member.argument = argument_count;
    if (member.what == What::Scalar || member.what == What::Array) ++argument_count;
    if (member.what == What::Object) argument_count += member.object->argument_count;
  }
  static std::atomic<uint64_t> last{0};
  id = ++last;
}

std::string ObjectType::identity() const {
  std::string out = iterate_error + "\n";
  for (const std::string& name : iterate) out += name + "\n";
  auto word = [&](uint64_t value) {
    out.append(reinterpret_cast<const char*>(&value), sizeof value);
  };
  for (const Member& member : members) {
    out += member.name + "\n";
    word(static_cast<uint64_t>(member.what));
    word(member.takes_self);
    word(member.object ? member.object->id : 0);
    word(reinterpret_cast<uint64_t>(member.entity.function.get()));
    std::vector<Constant> constants = {member.entity.constant};
    if (member.entity.table) constants = member.entity.table->elements;
    word(member.entity.table ? member.entity.table->rows + 1 : 0);
    word(constants.size());
    for (const Constant& constant : constants) {
      word(constant.is_float);
      word(static_cast<uint64_t>(constant.dtype));
      word(constant.is_negative);
      word(constant.int_bits);
      word(std::bit_cast<uint64_t>(constant.float_value));
    }
    word(member.extents.size());
    for (int64_t extent : member.extents) word(static_cast<uint64_t>(extent));
  }
  return out;
}

bool ObjectType::mentions(uint64_t wanted) const {
  return class_id == wanted || std::any_of(members.begin(), members.end(), [&](const Member& m) {
           return m.what == What::Object && m.object->mentions(wanted);
         });
}

const ObjectType::Member* ObjectType::find(std::string_view name) const {
  auto found = std::lower_bound(members.begin(), members.end(), name,
                                [](const Member& m, std::string_view n) { return m.name < n; });
  return found != members.end() && found->name == name ? &*found : nullptr;
}

namespace {

void add_names(const std::string& path, const ObjectType& type, std::vector<std::string>& out) {
  for (const ObjectType::Member& member : type.members) {
    std::string name = path + "." + member.name;
    if (member.what == What::Scalar || member.what == What::Array) out.push_back(name);
    if (member.what == What::Object) add_names(name, *member.object, out);
  }
}

}  // namespace

std::vector<std::string> argument_names(const std::vector<std::string>& parameters,
                                        const std::vector<ObjectArgument>& objects) {
  std::vector<std::string> names;
  size_t next = 0;
  for (uint32_t k = 0; k < parameters.size(); ++k) {
    if (next < objects.size() && objects[next].parameter == k) {
      add_names(parameters[k], *objects[next++].type, names);
    } else {
      names.push_back(parameters[k]);
    }
  }
  return names;
}

}  // namespace tack::python
