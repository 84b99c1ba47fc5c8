// SPDX-License-Identifier: Apache-2.0
#include "launch/object.hpp"

#include "frontend/python/message.hpp"

namespace tack::launch {
namespace {

using python::FileClass;
using Member = python::ObjectType::Member;

// Why no instance may have such an attribute.
std::optional<std::string> refuse(const FileClass& type, const std::string& name) {
  if (name.empty() || name[0] == '_') return "kernels see no attribute that begins with _";
  const Member* member = type.find(name);
  if (member && (member->what == Member::What::Function || member->what == Member::What::Other) &&
      !member->entity.description.empty())
    return "'" + name + "' is " + member->entity.description + " of the class";
  if (member && member->what == Member::What::Function)
    return "'" + name + "' is a function of the class";
  if (member || type.assigned.count(name) || type.assigned.empty()) return std::nullopt;
  std::vector<std::string> names(type.assigned.begin(), type.assigned.end());
  for (const Member& one : type.body.members) names.push_back(one.name);
  std::string near = python::nearest_name(name, names);
  if (near.empty()) return std::nullopt;  // set from outside, perhaps
  return "class '" + type.name + "' assigns no such attribute; did you mean '" + near + "'?";
}

}  // namespace

Result<const FileClass*> find_class(const python::FileModule& module, const std::string& name) {
  if (const FileClass* found = module.find_class(name)) return found;
  std::vector<std::string> names = module.class_names();
  std::string text = "there is no device class '" + name + "' in '" + module.file().name + "'";
  if (names.empty()) {
    text += "; one is a class at its top level with @tack.device_class";
  } else if (std::string near = python::nearest_name(name, names); !near.empty()) {
    text += "; did you mean '" + near + "'?";
  } else {
    text += "; it has ";
    for (size_t k = 0; k < names.size(); ++k) text += (k ? ", " : "") + names[k];
  }
  return Error{std::move(text), ErrorKind::Name};
}

Structures::Type Structures::find_or_add(const FileClass& of, Type type) {
  std::string key = type->identity();
  const FileClass* address = &of;
  key.append(reinterpret_cast<const char*>(&address), sizeof address);
  std::lock_guard lock(mutex_);
  return known_.try_emplace(std::move(key), std::move(type)).first->second;
}

Result<void> ObjectBuilder::check_name(const std::string& name) const {
  if (auto wrong = refuse(*of_, name)) return Error{*wrong, ErrorKind::Value};
  return {};
}

Result<void> ObjectBuilder::set(Member member) {
  if (auto free = check_name(member.name); !free) return free;
  std::erase_if(members_, [&](const Member& one) { return one.name == member.name; });
  members_.push_back(std::move(member));
  return {};
}

bool ObjectBuilder::is_constant(const std::string& name) const {
  const Member* member = of_->find(name);
  return member && member->what == Member::What::Constant;
}

Result<void> ObjectBuilder::set_number(const std::string& name,
                                       const std::optional<python::Constant>& value) {
  Member member;
  member.name = name;
  member.what = Member::What::Scalar;
  if (is_constant(name)) {
    // One that the class has is a constant, whatever the instance's value.
    if (!value)
      return Error{"'" + name + "' is a constant of the class; leave it out", ErrorKind::Value};
    member.what = Member::What::Constant;
    member.entity = python::Entity::of(*value);
  }
  return set(std::move(member));
}

Result<void> ObjectBuilder::set_array(const std::string& name, std::vector<int64_t> extents) {
  Member member;
  member.name = name;
  member.what = Member::What::Array;
  member.extents = std::move(extents);
  return set(std::move(member));
}

Result<void> ObjectBuilder::set_object(const std::string& name,
                                       std::shared_ptr<const python::ObjectType> type) {
  Member member;
  member.name = name;
  member.what = Member::What::Object;
  member.object = std::move(type);
  return set(std::move(member));
}

std::shared_ptr<const python::ObjectType> ObjectBuilder::finish(std::string hint) const {
  auto type = std::make_shared<python::ObjectType>(of_->body);
  for (const Member& member : members_) {
    std::erase_if(type->members, [&](const Member& one) { return one.name == member.name; });
    type->members.push_back(member);
  }
  type->missing_hint = std::move(hint);
  type->finish();
  return type;
}

}  // namespace tack::launch
