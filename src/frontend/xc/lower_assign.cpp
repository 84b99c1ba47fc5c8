// SPDX-License-Identifier: Apache-2.0
// Assignments: the place first, then the value.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

Place FunctionLowering::assign_struct(Expr* e) {
  Place to = place_before(e->a, e->b);
  if (to.type->holds_counted()) {
    Place made = temporary(to.type);
    aggregate_into(made, e->b);
    assign_over(to, made);
  } else {
    copy(to, aggregate(e->b));
  }
  return to;
}

Inst* FunctionLowering::assign(Expr* e) {
  const Type* t = e->type;
  if (t->is_struct()) {
    assign_struct(e);
    return nullptr;
  }
  if (t->is_counted()) {
    Place to = place_before(e->a, e->b);
    if (e->a->kind == ExprKind::Name && shared_.letting_go.borrows(*e->a->var)) {
      Inst* object = value(e->b);
      store(to, object);
      return object;
    }
    if (to.type->is_weak()) {
      Inst* object = value(e->b);
      assign_over(to, weak_of(object));
      return object;
    }
    Inst* object = owned(e->b);
    assign_over(to, object);
    return object;
  }
  if (!host() && t->is_pointer()) {
    Var* to = e->a->kind == ExprKind::Name ? e->a->var : nullptr;
    if (!to || !moving_.count(to)) {
      not_followed(e->a);
    } else if (e->op == Op::None) {
      assign_pointer(*to, e->b, e->where);
    } else {
      Inst* by = b_.convert(ir::kI64, value(e->b));
      step_pointer(*to, e->op == Op::Sub ? b_.emit(ir::Op::Neg, {by}) : by);
    }
    return b_.constant(ir::kPtr, 0);
  }
  Place to = place_before(e->a, e->b);
  Inst* v = nullptr;
  if (e->op == Op::None) {
    v = value(e->b);
  } else {
    Inst* saved = placeholder_;
    placeholder_ = load(to);
    v = value(e->c);
    placeholder_ = saved;
  }
  at(e->where);
  store(to, v);
  return v;
}

Inst* FunctionLowering::step(Expr* e) {
  Place p = place(e->a);
  Inst* old = load(p);
  Inst* next = nullptr;
  if (e->type->is_pointer()) {
    next = b_.ptr_add(old, scaled(b_.i64(e->op == Op::Add ? 1 : -1), e->type->to));
  } else {
    Inst* one = e->type->kind == TypeKind::Float    ? b_.f32(1)
                : e->type->kind == TypeKind::Double ? b_.f64(1)
                                                    : number(e->type, 1);
    next = arithmetic(e->op, e->type, old, one);
  }
  store(p, next);
  return e->prefix ? next : old;
}

void FunctionLowering::results(Expr* e) {
  if (!host()) return results_in_place(e);
  std::vector<Place> places;
  for (size_t k = 0; k < e->list.size(); ++k) {
    // The places that follow are worked out before this one is used, too.
    later_.insert(later_.end(), e->list.begin() + static_cast<long>(k) + 1, e->list.end());
    places.push_back(place_before(e->list[k], e->a));
    later_.resize(later_.size() - (e->list.size() - k - 1));
  }
  const std::vector<const Type*>& given = e->a->func->results;
  std::vector<Place> structs;
  for (const Type* t : given) {
    if (t->is_struct()) structs.push_back(temporary(t));
  }
  std::vector<Inst*> values;
  call(e->a, structs.data(), &values);
  size_t next = 0;
  for (size_t k = 0; k < given.size(); ++k) {
    if (given[k]->is_struct()) {
      assign_over(places[k], structs[next++]);
    } else if (places[k].type->is_weak()) {
      assign_over(places[k], weak_of(values[k]));
      release(values[k]);
    } else if (given[k]->is_counted()) {
      assign_over(places[k], values[k]);
    } else {
      store(places[k], convert(values[k], given[k], e->list[k]->type));
    }
  }
}

}  // namespace tack::xc
