// SPDX-License-Identifier: Apache-2.0
// Instances of device classes: attributes, methods, loops over an object.
#include "frontend/python/resolver.hpp"
#include "frontend/python/scope.hpp"
#include "support/ice.hpp"

namespace tack::python {

using Member = ObjectType::Member;
using What = ObjectType::Member::What;

namespace {

// "self.grid", as it stands in the text.
std::string written(const Expr& e) {
  std::string out;
  for (const std::string& part : dotted_path(e)) out += (out.empty() ? "" : ".") + part;
  return out;
}

}  // namespace

namespace {

// Of an attribute that the class or the instance has, but not for kernels.
std::string known_hint(const ObjectType& type, const std::string& name) {
  if (name.starts_with("_"))
    return "a kernel sees no name with '_' in front; give the attribute another";
  const Member* member = type.find(name);
  if (member != nullptr && !member->entity.description.empty())
    return "it is " + member->entity.description + "; write a method with @tack.func";
  auto found = type.ignored.find(name);
  if (found == type.ignored.end()) return {};
  if (found->second == kClassArray)
    return "it is " + found->second + "; assign self." + name + " in __init__, for a kernel sees " +
           "those of instances";
  std::string what = "it is " + found->second;
  return found->second.find("ndarray") != std::string::npos
             ? what + "; keep tack.asarray(...) of it in the instance"
             : what +
                   "; a kernel sees numbers, tack arrays, @tack.func functions and instances of "
                   "device classes";
}

}  // namespace

// The numbers and arrays of an object become arguments of the kernel, in the object's order.
hir::Object* Resolver::make_object(const std::string& name, const ObjectType& type,
                                   std::span<const ArgType> args, const Place& place) {
  hir::Object& object = kernel_->objects.emplace_back();
  object.name = name;
  object.type = &type;
  TACK_CHECK(args.size() >= type.argument_count);
  for (const Member& member : type.members) {
    std::string path = name + "." + member.name;
    Binding binding;
    switch (member.what) {
      case What::Scalar:
      case What::Array:
        if (!argument(binding, path, args[member.argument], place)) return nullptr;
        // What the host says and what the type says agree.
        TACK_CHECK((binding.array != nullptr) == (member.what == What::Array));
        if (binding.array != nullptr) {
          object.arrays[member.name] = binding.array;
        } else {
          object.scalars[member.name] = binding.local;
        }
        break;
      case What::Object:
        binding.object = make_object(path, *member.object, args.subspan(member.argument), place);
        if (binding.object == nullptr) return nullptr;
        object.objects[member.name] = binding.object;
        break;
      default:
        break;
    }
  }
  return &object;
}

hir::Object* Resolver::object_named(const Expr& e) {
  if (e.kind == ExprKind::Name) {
    auto found = function_->names.find(e.text);
    return found == function_->names.end() ? nullptr : found->second.object;
  }
  hir::Object* object = nullptr;
  const Member* member = member_of(e, object);
  return member != nullptr && member->what == What::Object ? object->objects.at(member->name)
                                                           : nullptr;
}

const Member* Resolver::member_of(const Expr& e, hir::Object*& object) {
  object = e.kind == ExprKind::Attribute ? object_named(*e.args[0]) : nullptr;
  return object == nullptr ? nullptr : object->type->find(e.text);
}

std::nullptr_t Resolver::unknown_attribute(const hir::Object& object, const Expr& e) {
  std::vector<std::string> names;
  for (const Member& member : object.type->members) names.push_back(member.name);
  std::string nearest = nearest_name(e.text, names);
  std::string hint = known_hint(*object.type, e.text);
  if (hint.empty() && !nearest.empty()) hint = "did you mean '" + nearest + "'?";
  if (hint.empty()) hint = object.type->missing_hint;
  if (hint.empty())
    hint =
        "a kernel sees the numbers, the arrays and the @tack.func functions of an instance of "
        "device class '" +
        object.type->class_name + "'";
  return error(Diag::UnknownAttribute, e.place, {written(*e.args[0]), e.text, std::move(hint)});
}

// Whether `e` is, or is a part of, an attribute that an object has not or that a kernel cannot use.
// For messages: what else could be said of `e` (that it is no array) would lead astray.
bool Resolver::is_unseen(const Expr& e) {
  const Expr* at = &e;
  while (at->kind == ExprKind::Subscript ||
         (at->kind == ExprKind::Attribute && object_named(*at->args[0]) == nullptr))
    at = at->args[0];
  hir::Object* object = nullptr;
  const Member* member = member_of(*at, object);
  if (object == nullptr || (member != nullptr && member->what != What::Other)) return false;
  unknown_attribute(*object, *at);
  return true;
}

hir::Expr* Resolver::object_attribute(const Expr& e) {
  hir::Object* object = nullptr;
  const Member* member = member_of(e, object);
  if (member == nullptr) return unknown_attribute(*object, e);
  std::string path = written(e);
  switch (member->what) {
    case What::Constant:
      if (member->entity.what == Entity::What::Table)
        return table_constant(*member->entity.table, e.place);
      return constant(member->entity.constant, e.place);
    case What::Scalar:
      return read(object->scalars.at(e.text), e.place);
    case What::Array:
      return error(Diag::ArrayAsValue, e.place, {path});
    case What::Object:
      return error(Diag::ObjectAsValue, e.place, {path, member->object->class_name});
    case What::Function:
      return error(Diag::FunctionAsValue, e.place, {path});
    case What::Other:
      break;
  }
  return unknown_attribute(*object, e);
}

// The function that `object.name` calls; `receiver` is set when it takes the object itself first.
std::optional<Entity> Resolver::method(const Expr& e, hir::Object*& receiver) {
  hir::Object* object = nullptr;
  const Member* member = member_of(e, object);
  receiver = nullptr;
  if (member == nullptr) {
    unknown_attribute(*object, e);
    return std::nullopt;
  }
  std::string path = written(e);
  const char* what = "a number";
  switch (member->what) {
    case What::Function:
      if (member->takes_self) receiver = object;
      return member->entity;
    case What::Other:
      error(
          Diag::NotDeviceMethod, e.place,
          {path, member->entity.description.empty() ? "a Python value" : member->entity.description,
           "decorate it with @tack.func"});
      return std::nullopt;
    case What::Constant:
    case What::Scalar:
      break;
    case What::Array:
      what = "an array";
      break;
    case What::Object:
      what = "an object";
      break;
  }
  error(Diag::NotAFunctionCall, e.place, {path, what, "call a @tack.func method of the class"});
  return std::nullopt;
}

bool Resolver::object_ranges(const Expr& iterable, const Expr& target, hir::Object& object,
                             std::vector<hir::Range>& out) {
  auto fail = [&](const Place& place, std::string why) {
    error(Diag::Iterate, place, {written(iterable), std::move(why)});
    return false;
  };
  const ObjectType& type = *object.type;
  std::string where = "device class '" + type.class_name + "'";
  if (!type.iterate_error.empty()) return fail(iterable.place, where + ": " + type.iterate_error);
  if (type.iterate.empty())
    return fail(iterable.place, where + " does not declare __tack_iterate__");
  constexpr size_t kMaxNames = 3;
  if (type.iterate.size() > kMaxNames)
    return fail(iterable.place, "__tack_iterate__ of " + where + " names " +
                                    std::to_string(type.iterate.size()) +
                                    " attributes, at most three are possible");
  for (const std::string& name : type.iterate) {
    const Member* member = type.find(name);
    bool is_scalar =
        member != nullptr &&
        (member->what == What::Scalar ||
         (member->what == What::Constant && member->entity.what == Entity::What::Constant));
    if (!is_scalar)
      return fail(iterable.place,
                  "'" + name + "' of __tack_iterate__ is not a scalar attribute of " + where);
  }
  if (target.kind != ExprKind::Name)
    return fail(target.place, "a loop over an object binds one name, an integer or a vector of " +
                                  std::to_string(type.iterate.size()) +
                                  (type.iterate.size() == 1 ? " index" : " indices"));
  // The fastest stands first in the declaration and last in a loop.
  for (size_t k = type.iterate.size(); k-- > 0;) {
    const Member& member = *type.find(type.iterate[k]);
    hir::Range range;
    range.stop = member.what == What::Scalar ? read(object.scalars.at(member.name), iterable.place)
                                             : constant(member.entity.constant, iterable.place);
    out.push_back(range);
  }
  return true;
}

}  // namespace tack::python
