// SPDX-License-Identifier: Apache-2.0
#include "compile/bindings.hpp"

namespace tack::compile {

using python::Entity;

namespace {

// Whether a lowering that asked for it can have succeeded. Not: beginnings of dotted names, methods
// that were not called, annotations.
bool has_meaning(const std::string& name, const Entity& entity) {
  switch (entity.what) {
    case Entity::What::Missing:  // the front end finds it after the environment
      return python::bare_builtin(name).has_value();
    case Entity::What::Other:
      return false;
    case Entity::What::Constant:
    case Entity::What::Table:
    case Entity::What::Function:
    case Entity::What::DType:
    case Entity::What::Builtin:
      return true;
  }
  return false;
}

}  // namespace

const Entity* Bindings::find(const python::Environment& environment,
                             const std::string& name) const {
  auto scope = scopes_.find(&environment);
  if (scope == scopes_.end() || scope->second.is_dead()) return nullptr;
  auto found = scope->second.names.find(name);
  return found == scope->second.names.end() ? nullptr : &found->second;
}

bool Bindings::agrees(const Snapshot& snapshot) const {
  bool same = true;
  snapshot.visit([&](const Snapshot::Taken& taken) {
    const Entity* known = find(taken.environment, taken.name);
    if (known) same &= python::same_meaning(*known, taken.entity);
  });
  return same;
}

void Bindings::remember(const Snapshot& snapshot) {
  forget_dead();
  snapshot.visit([&](const Snapshot::Taken& taken) {
    if (!has_meaning(taken.name, taken.entity)) return;
    auto [at, is_new] = scopes_.try_emplace(&taken.environment);
    Scope& scope = at->second;
    if (is_new) {
      scope.owner = taken.owner;
      scope.is_kernel = taken.owner == nullptr;
    }
    scope.names.try_emplace(taken.name, taken.entity);
  });
}

void Bindings::forget_dead() {
  // The last mention of a function may stand in the scope of another.
  while (std::erase_if(scopes_, [](const auto& scope) { return scope.second.is_dead(); }) != 0) {
  }
}

}  // namespace tack::compile
