// SPDX-License-Identifier: Apache-2.0
// Loops over arrays, parts of them, and what `new T[n]` made.
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

// a[1..4]: the bounds go to the statement, null where there is none.
void Checker::slice_bounds(Stmt* s, const Expr& slice) {
  const Type* t = s->a->type;
  uint64_t count = t->is_array() ? t->count : UINT64_MAX;
  for (bool is_end : {false, true}) {
    Expr* bound = is_end ? slice.c : slice.b;
    if (bound) bound = check(bound);
    s->exprs.push_back(bound);
    if (!bound || bound->type->is_error()) continue;
    if (!bound->type->is_int()) {
      error(Msg::IndexNotInteger, bound->where, {spell(bound->type)});
      fail(bound);
      continue;
    }
    __int128 last = bound->value + (slice.prefix && is_end ? 1 : 0);
    if (bound->constant && (bound->value < 0 || last > static_cast<__int128>(count)))
      error(Msg::SliceBound, bound->where, {std::to_string(count)});
  }
  s->inclusive = slice.prefix;
}

void Checker::for_in(Stmt* s) {
  Var& v = *s->vars[0];
  Expr* slice = s->a->kind == ExprKind::Slice && s->a->a ? s->a : nullptr;
  s->a = strong(raw(slice ? slice->a : s->a));
  const Type* t = s->a->type;
  const Type* element = types_.error();
  bool pointer = t->is_pointer() && !t->to->is_void() && !t->to->is_function() &&
                 t->to->kind != TypeKind::Class;
  if (t->is_array()) {
    mark_address(s->a);
    element = strong(t->to);
  } else if (pointer && par_ && (!slice || !slice->c)) {
    error(Msg::LengthInPar, s->a->where, {"a loop over what is behind a pointer"});
  } else if (pointer) {
    element = strong(t->to);
    if (element->is_struct()) lay_out(*element->record);
    if (!slice || !slice->c) length_of(s->a);
  } else if (t->is_object()) {
    if (for_in_collection(s, slice)) return;
  } else if (!t->is_error()) {
    error(Msg::NotIterable, s->a->where, {spell(t)});
  }
  if (slice) slice_bounds(s, *slice);
  v.type = v.syntax ? object_type(v.syntax, v.where) : element;
  if (!v.type->is_error() && !element->is_error()) {
    Expr* value = make(ExprKind::Name, s->a->where, element);
    if (cost(value, v.type, Use::Assign) < 0) {
      error(Msg::NoConversion, v.where, {spell(element), spell(v.type), "a value"});
      v.type = types_.error();
    }
  }
  scopes_.emplace_back();
  declare(v);
  ++loops_;
  scopes_.emplace_back();
  stmt(s->body);
  scopes_.pop_back();
  --loops_;
  scopes_.pop_back();
}

}  // namespace tack::xc
