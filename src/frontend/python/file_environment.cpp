// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "frontend/python/file_loader.hpp"
#include "frontend/python/file_value.hpp"
#include "frontend/python/hints.hpp"

namespace tack::python {
namespace {

// Of names that are another file's: beyond it they go round in a circle.
constexpr int kMostHops = 64;

}  // namespace

void FileEnvironment::set(const std::string& name, Entity entity) {
  bindings_[name] = {std::move(entity), false, nullptr, {}, {}};
}

void FileEnvironment::set_library(const std::string& name, const std::string& library) {
  bindings_[name] = {{}, true, nullptr, {}, {}};
  libraries_.import(library, name);
}

void FileEnvironment::set_module(const std::string& name, FileEnvironment* file) {
  bindings_[name] = {{}, false, file, {}, {}};
}

void FileEnvironment::set_member(const std::string& name, FileEnvironment* file,
                                 std::string member) {
  bindings_[name] = {{}, false, file, std::move(member), {}};
}

void FileEnvironment::set_class(const std::string& name, std::map<std::string, Entity> members) {
  bindings_[name] = {Entity::other("a class"), false, nullptr, {}, std::move(members)};
}

void FileEnvironment::set_all(FileEnvironment* file) { stars_.push_back(file); }

FileEnvironment::Found FileEnvironment::find(const std::string& name, int depth) {
  if (auto found = bindings_.find(name); found != bindings_.end()) return {&found->second, this};
  if (name.starts_with("_") || depth >= kMostHops) return {};
  for (auto file = stars_.rbegin(); file != stars_.rend(); ++file)
    if (Found found = (*file)->find(name, depth + 1); found.binding) return found;
  return {};
}

bool FileEnvironment::may_have_more(int depth) const {
  return has_unknown_star_ || (depth < kMostHops && std::any_of(
                                                        stars_.begin(), stars_.end(),
                                                        [&](const auto* file) {
                                                          return file->may_have_more(depth + 1);
                                                        }));
}

Entity FileEnvironment::resolve(std::span<const std::string> path) { return resolve(path, 0); }

Entity FileEnvironment::resolve(std::span<const std::string> path, int depth) {
  if (path.empty() || depth >= kMostHops) return {};
  auto [binding, owner] = find(path[0], 0);
  if (!binding) {
    bool is_known = path[0].starts_with("_") || is_python_builtin(path[0]) || bare_builtin(path[0]);
    return !is_known && may_have_more(0) ? Entity::other(kUnknown) : Entity{};
  }
  std::span<const std::string> rest = path.subspan(1);
  if (binding->file && !binding->member.empty()) {
    std::vector<std::string> inner = {binding->member};
    inner.insert(inner.end(), rest.begin(), rest.end());
    Entity e = binding->file->resolve(inner, depth + 1);
    // irange = range
    bool is_bare = e.what == Entity::What::Missing && e.missing == 0 && inner.size() == 1 &&
                   is_python_builtin(inner[0]);
    if (std::optional<Builtin> builtin = is_bare ? bare_builtin(inner[0]) : std::nullopt)
      return Entity::of(*builtin);
    return e;
  }
  if (binding->file) {
    if (rest.empty()) return Entity::other("a module");
    Entity e = binding->file->resolve(rest, depth + 1);
    if (e.what != Entity::What::Missing) return e;
    // The file itself has no such name, or a member of it.
    if (e.missing == 0) return Entity::no_member(1, rest[0], binding->file->names());
    ++e.missing;
    return e;
  }
  if (binding->is_library) return owner->libraries_.resolve(path);
  if (rest.size() == 1) {
    auto found = binding->members.find(rest[0]);
    if (found != binding->members.end()) return found->second;
  }
  // A value's own members are Python's; of what is no value of ours neither is known.
  bool is_known = binding->entity.what != Entity::What::Other;
  if (rest.empty()) return binding->entity;
  if (!is_known && binding->members.empty()) {
    const std::string& what = binding->entity.description;
    return what.starts_with("a module") ? Entity::other("part of " + what) : binding->entity;
  }
  std::vector<std::string> members;
  for (const auto& [name, entity] : binding->members) members.push_back(name);
  Entity none = Entity::no_member(1, rest[0], members);
  // What else a class has only Python knows.
  return is_known || !none.nearest.empty() ? none : binding->entity;
}

std::vector<std::string> FileEnvironment::names() const {
  std::vector<std::string> names;
  for (const auto& [name, binding] : bindings_) names.push_back(name);
  return names;
}

}  // namespace tack::python
