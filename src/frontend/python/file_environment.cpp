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

// Whether a kernel sees it, or may.
bool FileEnvironment::Binding::is_seen() const {
  return !library.empty() || file != nullptr || !members.empty() || is_open_class ||
         entity.what != Entity::What::Other || is_of_python(entity.description);
}

bool FileEnvironment::Binding::is_same(const Binding& other) const {
  return library == other.library && file == other.file && member == other.member &&
         members.empty() && other.members.empty() && is_open_class == other.is_open_class &&
         !is_open_class && same_meaning(entity, other.entity);
}

void FileEnvironment::put(const std::string& name, Binding binding) {
  auto old = bindings_.find(name);
  bool is_doubtful = is_conditional_ && old != bindings_.end() && !old->second.is_same(binding);
  if (is_doubtful && (old->second.is_seen() || binding.is_seen())) {
    binding = {};
    binding.entity = Entity::other(kUnknown);
  }
  bindings_[name] = std::move(binding);
}

void FileEnvironment::set(const std::string& name, Entity entity) {
  Binding binding;
  binding.entity = std::move(entity);
  put(name, std::move(binding));
}

void FileEnvironment::set_library(const std::string& name, const std::string& library) {
  Binding binding;
  binding.library = library;
  put(name, std::move(binding));
}

void FileEnvironment::set_module(const std::string& name, FileEnvironment* file) {
  Binding binding;
  binding.file = file;
  put(name, std::move(binding));
}

void FileEnvironment::set_member(const std::string& name, FileEnvironment* file,
                                 std::string member) {
  Binding binding;
  binding.file = file;
  binding.member = {std::move(member)};
  put(name, std::move(binding));
}

bool FileEnvironment::set_alias(const std::string& name, const std::vector<std::string>& path) {
  std::optional<Binding> found = find_binding(path, 0);
  if (!found || !found->is_seen()) return false;
  put(name, std::move(*found));
  return true;
}

bool FileEnvironment::is_same(const std::string& name, const std::vector<std::string>& path) {
  std::optional<Binding> found = find_binding(path, 0);
  auto own = bindings_.find(name);
  return found && own != bindings_.end() && own->second.is_same(*found);
}

FileEnvironment* FileEnvironment::module_at(const std::vector<std::string>& path) {
  std::optional<Binding> found = find_binding(path, 0);
  return found && found->member.empty() ? found->file : nullptr;
}

void FileEnvironment::open_class(const std::string& name) {
  Binding binding;
  binding.entity = Entity::other(kUnknown);
  binding.is_open_class = true;
  put(name, std::move(binding));
}

void FileEnvironment::set_class(const std::string& name, std::map<std::string, Entity> members) {
  auto known = bindings_.find(name);
  // A second class of the name, `class A(A)`, takes the place of the first.
  bool is_class = known != bindings_.end() &&
                  (known->second.is_open_class || known->second.entity.description == "a class");
  if (known != bindings_.end() && !is_class) return;
  Binding binding;
  binding.entity = Entity::other("a class");
  binding.members = std::move(members);
  bindings_[name] = std::move(binding);
}

// What stands under a name of the file already is the star's from here on.
void FileEnvironment::set_all(FileEnvironment* file) {
  for (auto& [name, binding] : bindings_)
    if (!name.starts_with("_") && file != this && file->find(name, 0).binding != nullptr)
      set_member(name, file, name);
  stars_.push_back(file);
}

// Nothing when the path leads to nothing yet.
std::optional<FileEnvironment::Binding> FileEnvironment::find_binding(
    std::span<const std::string> path, int depth) {
  if (path.empty() || depth >= kMostHops) return std::nullopt;
  auto [binding, owner] = find(path[0], 0);
  if (binding == nullptr) return std::nullopt;
  std::span<const std::string> rest = path.subspan(1);
  Binding out;
  if (binding->file != nullptr && !binding->member.empty()) {
    std::vector<std::string> inner = binding->member;
    inner.insert(inner.end(), rest.begin(), rest.end());
    return binding->file->find_binding(inner, depth + 1);
  }
  if (binding->is_open_class) {  // looked up when it is read
    out.file = owner;
    out.member.assign(path.begin(), path.end());
    return rest.empty() ? std::optional(out) : std::nullopt;
  }
  if (rest.empty()) return *binding;
  if (binding->file != nullptr) return binding->file->find_binding(rest, depth + 1);
  if (!binding->library.empty()) {
    out.entity = resolve(path);
    if (out.entity.what == Entity::What::Missing || out.entity.what == Entity::What::Constant)
      return std::nullopt;
    if (out.entity.description == "a module" && rest.size() == 1)
      out.library = binding->library + "." + rest[0];
    return out;
  }
  auto found = binding->members.find(rest[0]);
  if (rest.size() > 1 || found == binding->members.end()) return std::nullopt;
  out.entity = found->second;
  return out;
}

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
  const Binding* binding = find(path[0], 0).binding;
  if (!binding) {
    bool is_known = path[0].starts_with("_") || is_python_builtin(path[0]) || bare_builtin(path[0]);
    return !is_known && may_have_more(0) ? Entity::other(kUnknown) : Entity{};
  }
  std::span<const std::string> rest = path.subspan(1);
  if (binding->file && !binding->member.empty()) {
    std::vector<std::string> inner = binding->member;
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
  if (!binding->library.empty()) {
    MapEnvironment libraries = MapEnvironment::empty();
    libraries.import(binding->library, path[0]);
    return libraries.resolve(path);
  }
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
