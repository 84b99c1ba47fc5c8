// SPDX-License-Identifier: Apache-2.0
// `new`, initialisers, and calls with several results.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

Expr* Checker::new_(Expr* e) {
  const Type* t = resolve(e->syntax);
  if (t->is_error()) return fail(e);
  if (t->record) lay_out(*t->record);
  e->type_arg = t;
  if (e->is_array) {
    e->b = check(e->b);
    if (e->b->type->is_error()) return fail(e);
    if (!e->b->type->is_int()) {
      error(Msg::IndexNotInteger, e->b->where, {spell(e->b->type)});
      return fail(e);
    }
    if (t->is_void() || t->is_function()) {
      error(Msg::BadElement, e->where, {spell(t)});
      return fail(e);
    }
    e->b = cast(e->b, types_.of(TypeKind::U64), true);
    e->type = types_.pointer(t);
    return t->kind == TypeKind::Class ? new_object(e) : e;
  }
  if (t->is_struct()) {
    if (!e->list.empty()) {
      error(Msg::StructNewArguments, e->where);
      return fail(e);
    }
    e->type = types_.pointer(t);
    return e;
  }
  if (t->kind != TypeKind::Class) {
    error(Msg::BadNew, e->where, {spell(t)});
    return fail(e);
  }
  e->type = types_.pointer(t);
  return new_object(e);
}

// The init that makes an object, or each of an array's.
Expr* Checker::new_object(Expr* e) {
  const Type* t = e->type->to;
  if (t->record->is_protocol) {
    error(Msg::NewProtocol, e->where, {t->record->name});
    return fail(e);
  }
  std::vector<Func*> inits;
  for (const Record* r = t->record; r && inits.empty(); r = r->base) {
    for (Func* f : r->methods) {
      if (f->is_init) inits.push_back(f);
    }
  }
  if (inits.empty()) {
    if (!e->list.empty()) {
      error(Msg::NoInit, e->where, {t->record->name});
      return fail(e);
    }
    return e;
  }
  Expr* init = make(ExprKind::Call, e->where, nullptr);
  init->list = std::move(e->list);
  e->list.clear();
  init = call_candidates(init, inits, t->record->name, nullptr, nullptr);
  if (init->type->is_error()) return fail(e);
  if (e->is_array && init->func->throws) {
    error(Msg::ArrayInitThrows, e->where, {t->record->name});
    return fail(e);
  }
  e->c = init;
  e->depth = std::max(e->depth, init->depth + 1);
  return e;
}

// The values of a range that fills an array, as a list.
Expr* Checker::filled(Expr* e) {
  constexpr __int128 kMost = 65536;
  Expr* begin = check(e->b);
  Expr* end = check(e->c);
  if (begin->type->is_error() || end->type->is_error()) return fail(e);
  for (const Expr* bound : {begin, end}) {
    if (bound->constant && bound->type->is_int()) continue;
    error(Msg::FillBound, bound->where);
    return fail(e);
  }
  __int128 step = begin->value <= end->value ? 1 : -1;
  __int128 count = (end->value - begin->value) * step + (e->prefix ? 1 : 0);
  if (count == 0 || count > kMost) {
    error(Msg::FillSize, e->where, {count == 0 ? "no value" : "more than 65536 values"});
    return fail(e);
  }
  Expr* list = make(ExprKind::List, e->where, nullptr);
  list->prefix = true;
  for (__int128 k = 0; k < count; ++k) {
    __int128 value = begin->value + k * step;
    Expr* item = make(ExprKind::Int, e->where, types_.literal(value));
    set_constant(*item, value);
    item->exact = true;
    list->list.push_back(item);
  }
  list->depth = 2;
  return list;
}

// A value for a variable of `type`: an expression, a list, or a text for bytes.
Expr* Checker::initialise(Expr* e, const Type* type) {
  if (type->is_error()) {
    if (e->kind != ExprKind::List) check(e);
    return fail(e);
  }
  type = strong(type);
  if (e->kind == ExprKind::Text && type->is_array() && type->to == types_.u8()) {
    if (e->text.size() + 1 > type->count) {
      error(Msg::TooManyValues, e->where,
            {counted(type->count, "value"), std::to_string(e->text.size() + 1)});
      return fail(e);
    }
    e->type = type;
    return e;
  }
  if (e->kind == ExprKind::Slice && !e->a) e = filled(e);
  if (e->type && e->type->is_error()) return e;
  if (e->kind != ExprKind::List) {
    if (type->is_array()) {
      error(Msg::ArrayInit, e->where);
      return fail(e);
    }
    e = check(e, type);
    return convert(e, type, Use::Assign);
  }
  if (!type->is_aggregate() || type->is_callback()) {
    error(Msg::ListForScalar, e->where, {spell(type)});
    return fail(e);
  }
  size_t count = type->is_array() ? type->count : type->record->fields.size();
  if (e->prefix && !(type->is_array() && type->to->is_int())) {
    error(Msg::FillType, e->where, {spell(type)});
    return fail(e);
  }
  if (e->prefix && e->list.size() != count) {
    error(Msg::FillCount, e->where, {counted(e->list.size(), "value"), std::to_string(count)});
    return fail(e);
  }
  if (e->list.size() > count) {
    error(Msg::TooManyValues, e->where, {counted(count, "value"), std::to_string(e->list.size())});
    return fail(e);
  }
  bool bad = false;
  for (size_t i = 0; i < e->list.size(); ++i) {
    const Type* t = type->is_array() ? type->to : type->record->fields[i].type;
    if (type->is_struct()) name_parameters(e->list[i], type->record->fields[i].syntax);
    e->list[i] = initialise(e->list[i], t);
    if (e->list[i]->kind != ExprKind::List && !e->list[i]->type->is_error()) keep_block(e->list[i]);
    bad = bad || e->list[i]->type->is_error();
  }
  e->type = type;
  return bad ? fail(e) : e;
}

// (a, b) = f(...): every place takes its result.
Expr* Checker::results(Expr* e) {
  e->a = check(e->a);
  e->type = types_.void_();
  std::vector<const Type*> given;
  if (e->a->kind == ExprKind::Call && e->a->func) given = e->a->func->results;
  for (Expr*& place : e->list) {
    place = raw(place);
    if (!want_place(place, "'='")) return fail(e);
    mark_assigned(place);
  }
  if (e->a->type->is_error()) return fail(e);
  if (given.size() != e->list.size()) {
    error(Msg::ResultCount, e->where,
          {counted(e->list.size(), "place"), counted(given.size(), "result")});
    return fail(e);
  }
  for (size_t i = 0; i < given.size(); ++i) {
    Expr* value = make(ExprKind::Name, e->list[i]->where, given[i]);
    if (cost(value, strong(e->list[i]->type), Use::Assign) < 0) {
      error(Msg::NoConversion, e->list[i]->where,
            {spell(given[i]), spell(e->list[i]->type), "a value"});
      return fail(e);
    }
  }
  return e;
}

}  // namespace tack::xc
