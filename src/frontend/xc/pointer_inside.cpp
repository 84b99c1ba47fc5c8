// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/pointer_inside.hpp"

#include <string>

namespace tack::xc {
namespace {

std::string name_of(const Expr& e) {
  switch (e.kind) {
    case ExprKind::Name:
      return e.var ? std::string(e.var->name) : "?";
    case ExprKind::Member:
      return name_of(*e.a) + "." + std::string(e.field ? e.field->name : e.name);
    case ExprKind::Index:
      return name_of(*e.a) + "[" +
             (e.b->constant ? std::to_string(static_cast<int64_t>(e.b->value)) : "...") + "]";
    case ExprKind::Deref:
      return "*" + name_of(*e.a);
    case ExprKind::Cast:
    case ExprKind::Decay:
    case ExprKind::Address:
      return name_of(*e.a);
    default:
      return "...";
  }
}

}  // namespace

Var& pointer_inside(Program& program, const Var& outer, uint64_t offset, const Expr& e) {
  Var*& known = program.pointers_inside[{&outer, offset}];
  if (known) return *known;
  Var& v = program.var_arena.emplace_back();
  v.name = program.text_arena.emplace_back(name_of(e));
  v.where = e.where;
  v.type = e.type;
  v.inside = const_cast<Var*>(&outer);  // the program's own, which only looks were had at so far
  v.inside_at = offset;
  known = &v;
  return v;
}

}  // namespace tack::xc
