// SPDX-License-Identifier: Apache-2.0
// Casts as written, addresses and what is behind them.
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

Expr* Checker::explicit_cast(Expr* e) {
  const Type* to = resolve(e->syntax);
  e->a = check(e->a, to);
  const Type* from = e->a->type;
  if (to->is_error() || from->is_error()) return fail(e);
  auto refuse = [&] {
    error(Msg::BadCast, e->where, {spell(from), spell(to)});
    return fail(e);
  };
  if (to->is_void()) {
    e->type = to;
    return e;
  }
  if (to->is_block() || to->is_callback()) {
    if (from != to && cost(e->a, to, Use::Assign) < 0) return refuse();
    e->type = to;
    fold_cast(*e);
    return e;
  }
  bool from_object = from->is_object(), to_object = to->is_object();
  if (from_object && to_object) {
    // Of an object that is known by a protocol, the class may be any.
    const Record& given = *from->to->record;
    const Record& wanted = *to->to->record;
    if (!is_kind_of(given, wanted) && !is_kind_of(wanted, given) && !given.is_protocol &&
        !wanted.is_protocol)
      return refuse();
  } else if (from_object || to_object) {
    // Only between a reference and an untyped pointer or an integer, which count nothing.
    const Type* other = from_object ? to : from;
    bool ok = other->is_pointer() ? other->to->is_void() || other->to->is_number()
                                  : from_object || (e->a->constant && e->a->value == 0);
    if (!ok || (!from_object && !other->is_int() && !other->is_pointer())) return refuse();
  } else if (!(to->is_number() && from->is_number()) && !(to->is_pointer() && from->is_pointer()) &&
             !(to->is_pointer() && from->is_int()) && !(to->is_int() && from->is_pointer())) {
    if (to != from) return refuse();
  }
  e->type = to;
  fold_cast(*e);
  return e;
}

Expr* Checker::address(Expr* e, const Type* want) {
  if (Expr* bound = bind(e, want)) return bound;
  e->a = raw(e->a, want);
  if (e->a->type->is_error()) return fail(e);
  if (e->a->kind == ExprKind::Name && e->a->func) return e->a;  // &fn is fn
  if (e->a->kind == ExprKind::Name && e->a->var && e->a->var->on_stack) return e->a;
  if (e->a->kind == ExprKind::Index && e->a->a->type->is_object()) return e->a;  // &array[i]
  if (!want_place(e->a, "'&'")) return fail(e);
  mark_address(e->a);
  mark_assigned(e->a);
  e->type = types_.pointer(e->a->type->is_array() ? e->a->type->to : e->a->type);
  return e;
}

Expr* Checker::deref(Expr* e) {
  e->a = check(e->a);
  const Type* t = e->a->type;
  if (t->is_error()) return fail(e);
  if (t->is_pointer() && t->to->is_function()) return e->a;
  if (!t->is_pointer() || t->to->is_void() || t->is_object()) {
    error(Msg::BadDeref, e->where, {spell(t)});
    return fail(e);
  }
  e->type = t->to;
  return e;
}

}  // namespace tack::xc
