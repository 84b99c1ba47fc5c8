// SPDX-License-Identifier: Apache-2.0
// Enums are integers; the names of their members are found again where %e prints them, by what a
// value was declared as.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

// A type as written, behind its typedefs.
const TypeSyntax* Checker::behind_typedefs(const TypeSyntax* syntax) const {
  // Cycles are errors of their own.
  for (size_t k = 0; syntax && k <= typedefs_.size(); ++k) {
    auto it =
        syntax->kind == TypeSyntax::Kind::Named ? typedefs_.find(syntax->name) : typedefs_.end();
    if (it == typedefs_.end()) return syntax;
    syntax = it->second->syntax;
  }
  return nullptr;
}

// How the type of an expression was written, where one declaration says it.
const TypeSyntax* Checker::written_type(const Expr* e) const {
  switch (e->kind) {
    case ExprKind::Name:
      if (!e->var) return nullptr;
      if (e->var->syntax && e->var->syntax->kind == TypeSyntax::Kind::Auto)
        return e->var->init ? written_type(e->var->init) : nullptr;
      return e->var->syntax;
    case ExprKind::Member:
      return e->field ? e->field->syntax : e->var ? e->var->syntax : nullptr;
    case ExprKind::Index:
    case ExprKind::Deref: {
      const TypeSyntax* of = behind_typedefs(written_type(e->a));
      bool reaches =
          of && (of->kind == TypeSyntax::Kind::Array || of->kind == TypeSyntax::Kind::Pointer);
      return reaches ? of->inner : nullptr;
    }
    case ExprKind::Call:
      return e->func && !e->func->result_syntax.empty() ? e->func->result_syntax[0] : nullptr;
    case ExprKind::Cast:
      return e->implicit ? written_type(e->a) : e->syntax;
    case ExprKind::Decay:
    case ExprKind::Assign:
      return written_type(e->a);
    default:
      return nullptr;
  }
}

// The enum that an integer is of; null for any other.
const Enum* Checker::enum_of(const Expr* e) const {
  if (!e->type->is_int()) return nullptr;
  if (e->kind == ExprKind::Cond) {
    const Enum* of = enum_of(e->b);
    return enum_of(e->c) == of ? of : nullptr;
  }
  auto found = [&](auto matches) -> const Enum* {
    auto it = std::find_if(program_.enums.begin(), program_.enums.end(), matches);
    return it == program_.enums.end() ? nullptr : *it;
  };
  if (e->kind == ExprKind::Int && !e->name.empty()) {
    return found([&](const Enum* of) {
      return std::any_of(of->members.begin(), of->members.end(),
                         [&](const EnumMember& m) { return m.name == e->name; });
    });
  }
  const TypeSyntax* syntax = behind_typedefs(written_type(e));
  if (!syntax || syntax->kind != TypeSyntax::Kind::Named) return nullptr;
  return found([&](const Enum* of) { return of->name == syntax->name; });
}

// The name of a member, as text; its number where none has that value. The runtime looks it up.
Expr* Checker::enum_name(Expr* e, const Enum& of) {
  auto it = functions_.find("tack_rt_xc_enum_name");
  if (it == functions_.end()) return e;
  std::string names;
  for (const EnumMember& m : of.members) {
    auto known = constants_.find(m.name);
    if (known == constants_.end()) continue;
    names += std::to_string(static_cast<uint64_t>(known->second.value)) + '\0';
    names += std::string(m.name) + '\0';
  }
  Expr* table = make(ExprKind::Text, e->where, types_.pointer(types_.u8()));
  table->text = std::move(names);
  Expr* call = make(ExprKind::Call, e->where, nullptr);
  call->list = {cast(e, types_.integer(64, false), true), table};
  return call_candidates(call, it->second, it->first, nullptr, nullptr);
}

}  // namespace tack::xc
