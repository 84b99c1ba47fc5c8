// SPDX-License-Identifier: Apache-2.0
// Globals and what they may start with.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

// Globals hold constants, addresses and lists of those.
void Checker::constant_initialiser(Expr& e) {
  if (e.type->is_error() || e.constant) return;
  switch (e.kind) {
    case ExprKind::Text:
      return;
    case ExprKind::List:
      for (Expr* item : e.list) constant_initialiser(*item);
      return;
    case ExprKind::Name:
      if (e.func) return;
      break;
    case ExprKind::Cast:
      if (e.type->is_pointer() && e.a->type->is_pointer() && !e.type->is_object())
        return constant_initialiser(*e.a);
      break;
    case ExprKind::Address:
      if (e.a->kind == ExprKind::Name && e.a->var && e.a->var->is_global) return;
      if (e.a->kind == ExprKind::Index && e.a->b->constant && e.a->a->kind == ExprKind::Decay &&
          e.a->a->a->kind == ExprKind::Name && e.a->a->a->var->is_global)
        return;
      break;
    case ExprKind::Decay:
      if (e.a->kind == ExprKind::Name && e.a->var && e.a->var->is_global) return;
      break;
    default:
      break;
  }
  error(Msg::NotConstant, e.where);
}

void Checker::check_globals() {
  std::vector<Var*> all = program_.globals;
  for (Record* r : program_.records) all.insert(all.end(), r->statics.begin(), r->statics.end());
  std::vector<Var*> kept;
  // Names first, so that initialisers may take addresses of what comes later.
  for (Var* v : all) {
    v->is_global = true;
    bool is_static_field =
        std::find(program_.globals.begin(), program_.globals.end(), v) == program_.globals.end();
    if (v->syntax && v->syntax->kind == TypeSyntax::Kind::Auto) {
      // below
    } else if (v->syntax && v->syntax->kind == TypeSyntax::Kind::Array && !v->syntax->count &&
               v->init) {
      // below
    } else {
      v->type = object_type(v->syntax, v->where);
    }
    if (is_static_field) {
      kept.push_back(v);
      continue;
    }
    auto [it, added] = globals_.insert({v->name, v});
    if (!added) {
      Var* first = it->second;
      if (first->type != v->type || (first->init && v->init)) {
        error(Msg::Redeclared, v->where, {v->name}, {{first->where, "the first one is here"}});
      } else if (v->init) {
        first->init = v->init;
      }
      continue;
    }
    if (functions_.count(v->name) || records_.count(v->name) || constants_.count(v->name))
      error(Msg::Redeclared, v->where, {v->name});
    kept.push_back(v);
  }
  program_.globals = kept;
  for (Var* v : kept) {
    if (!v->init) {
      if (!v->type) {
        error(Msg::AutoNeedsValue, v->where);
        v->type = types_.error();
      }
      continue;
    }
    local_variable(*v);
    if (v->init) constant_initialiser(*v->init);
  }
}

}  // namespace tack::xc
