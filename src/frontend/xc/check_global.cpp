// SPDX-License-Identifier: Apache-2.0
// Globals and what they may start with.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {
namespace {

// What a pointer variable holds is not known: only places that no pointer leads to have a root.
ConstantAddress constant_place(const Expr& e) {
  if (e.kind == ExprKind::Name && e.var && e.var->is_global) return {e.var, 0};
  if (e.kind == ExprKind::Member && e.field) {
    ConstantAddress of = e.a->type->is_pointer() ? constant_address(*e.a) : constant_place(*e.a);
    of.offset += static_cast<int64_t>(e.field->offset);
    return of;
  }
  if (e.kind == ExprKind::Index && e.b->constant) {
    ConstantAddress of = constant_address(*e.a);
    of.offset += static_cast<int64_t>(e.b->value) * static_cast<int64_t>(size_of(e.type));
    return of;
  }
  if (e.kind == ExprKind::Deref) return constant_address(*e.a);
  return {};
}

}  // namespace

ConstantAddress constant_address(const Expr& e) {
  switch (e.kind) {
    case ExprKind::Address:
    case ExprKind::Decay:
      return constant_place(*e.a);
    case ExprKind::Cast:
      return e.a->type->is_pointer() ? constant_address(*e.a) : ConstantAddress{};
    case ExprKind::Binary: {
      bool left = e.a->type->is_pointer();
      const Expr& count = left ? *e.b : *e.a;
      if (!e.type->is_pointer() || !count.constant || !count.type->is_int()) return {};
      ConstantAddress of = constant_address(left ? *e.a : *e.b);
      int64_t bytes = static_cast<int64_t>(count.value) *
                      static_cast<int64_t>(e.type->to->is_void() ? 1 : size_of(e.type->to));
      of.offset += e.op == Op::Sub ? -bytes : bytes;
      return of;
    }
    default:
      return {};
  }
}

// Globals hold constants, addresses and lists of those.
void Checker::constant_initialiser(Expr& e) {
  if (e.type->is_error() || e.constant) return;
  switch (e.kind) {
    case ExprKind::Text:
      return;
    case ExprKind::List:
      for (Expr* item : e.list) constant_initialiser(*item);
      return;
    case ExprKind::BlockLiteral:  // it captures nothing here
      return;
    case ExprKind::Name:
      if (e.func) return;
      break;
    case ExprKind::Cast:
      // A function, or null.
      if (e.type->is_block() || e.type->is_callback()) {
        if (e.a->constant || e.a->func) return;
        break;
      }
      if (e.type->is_pointer() && e.a->type->is_pointer() && !e.type->is_object())
        return constant_initialiser(*e.a);
      break;
    case ExprKind::Address:
    case ExprKind::Decay:
    case ExprKind::Binary:
      if (constant_address(e).root) return;
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
