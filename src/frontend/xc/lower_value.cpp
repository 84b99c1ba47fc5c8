// SPDX-License-Identifier: Apache-2.0
// Values as a whole: zeroed, copied, made where they are wanted; references counted on the way.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

// One after the other while they are few, else by a loop.
template <class Work>
void FunctionLowering::each_element(uint64_t count, Work work) {
  if (count <= 16) {
    for (uint64_t i = 0; i < count; ++i) work(b_.i64(static_cast<int64_t>(i)));
    return;
  }
  Inst* loop = b_.for_range(b_.i64(0), b_.i64(static_cast<int64_t>(count)), b_.i64(1), "k");
  b_.in(loop->body(), [&] { work(loop->index); });
}

void FunctionLowering::zero(const Place& p) {
  if (!p.type->is_aggregate()) {
    store(p, b_.constant(type(p.type), 0));
  } else if (p.kind == Place::Kind::Address) {
    b_.emit(ir::Op::MemSet, ir::kVoid,
            {p.base, b_.constant(ir::kU8, 0), b_.i64(static_cast<int64_t>(size_of(p.type)))});
  } else if (p.type->is_struct()) {
    for (const Field& f : p.type->record->fields) zero(field(p, f));
  } else {
    each_element(p.type->count, [&](Inst* k) { zero(element(p, k)); });
  }
}

void FunctionLowering::copy(const Place& to, const Place& from) {
  if (!to.type->is_aggregate()) {
    store(to, load(from));
  } else if (to.kind == Place::Kind::Address && from.kind == Place::Kind::Address) {
    b_.emit(ir::Op::MemCopy, ir::kVoid,
            {to.base, from.base, b_.i64(static_cast<int64_t>(size_of(to.type)))});
  } else if (to.type->is_struct()) {
    for (const Field& f : to.type->record->fields) copy(field(to, f), field(from, f));
  } else {
    each_element(to.type->count, [&](Inst* k) { copy(element(to, k), element(from, k)); });
  }
}

void FunctionLowering::copy_in(const Place& to, Inst* value) {
  store(to, value);
  if (to.type->is_counted()) retain(value);
}

void FunctionLowering::copy_in(const Place& to, const Place& from) {
  copy(to, from);
  if (to.type->counts()) count(to, true);
}

void FunctionLowering::take(const Place& to, Inst* owned) { store(to, owned); }

// The reference that was there before is let go last: its end may look at this place.
void FunctionLowering::assign_over(const Place& to, Inst* owned) {
  Inst* before = load(to);
  store(to, owned);
  b_.call(shared_.counting(to.type, false), {before});
}

void FunctionLowering::assign_over(const Place& to, const Place& owned) {
  if (!to.type->counts()) return copy(to, owned);
  Place before = temporary(to.type);
  copy(before, to);
  copy(to, owned);
  count(before, false);
}

// Null stays behind: the scope may be left, and cleaned up, at several ends.
void FunctionLowering::destroy(const Place& p) {
  Place whole = in_memory(p);
  count(whole, false);
  zero(whole);
}

// What stands in a place counts once more, or once less.
void FunctionLowering::count(const Place& p, bool up) {
  b_.call(shared_.counting(p.type, up), {p.type->is_aggregate() ? address(p) : load(p)});
}

// The body of a function that does so with a struct or an array.
void FunctionLowering::count_parts(const Type* t, bool up) {
  start(nullptr);
  b_.set_loc(b_.function().loc);
  Place whole = behind(b_.function().params[0], t);
  if (t->is_struct()) {
    for (const Field& f : t->record->fields) {
      if (f.type->counts()) count(field(whole, f), up);
    }
  } else {
    each_element(t->count, [&](Inst* k) { count(element(whole, k), up); });
  }
  finish();
}

void FunctionLowering::destroy_at_end(const Place& p) {
  scopes_.back().cleanups.push_back({p, nullptr, nullptr, nullptr, false});
}

// A variable of the whole function, null until it is given something.
Place FunctionLowering::counted_var(const Type* t, std::string_view name, Inst* var) {
  Place p;
  p.kind = Place::Kind::Var;
  p.type = t;
  p.base = var ? var : prologue_var(type(t), name);
  return p;
}

// A struct or an array in an IR var, by its address.
Place FunctionLowering::in_memory(Place p) {
  if (!host() || p.kind != Place::Kind::Var || !p.type->is_aggregate()) return p;
  p.kind = Place::Kind::Address;
  p.base = b_.bitcast(ir::kPtr, b_.addr_of(p.base));
  return p;
}

Place FunctionLowering::temporary(const Type* t) {
  Place p = counted_var(t, "tmp");
  if (!host()) return p;
  p.kind = Place::Kind::Address;
  p.base = b_.bitcast(ir::kPtr, b_.addr_of(p.base));
  return p;
}

static bool makes_callback(const Expr* e) {
  return e->kind == ExprKind::Bind ||
         (e->kind == ExprKind::Cast && e->type->is_callback() && !e->a->type->is_callback());
}

// A struct that lives until the statement ends.
Place FunctionLowering::aggregate(Expr* e) {
  at(e->where);
  bool made = e->kind == ExprKind::Call || e->kind == ExprKind::Cond || makes_callback(e);
  if (e->type->holds_counted() && made) {
    Place kept = counted_var(e->type, "tmp");
    Place into = in_memory(kept);
    aggregate_into(into, e);
    destroy_at_end(kept);
    return into;
  }
  switch (e->kind) {
    case ExprKind::Call: {
      Place into = temporary(e->type);
      call(e, &into);
      return into;
    }
    case ExprKind::Cond: {
      Place into = temporary(e->type);
      Inst* branch = b_.if_(condition(e->a));
      b_.in(*branch->regions[0], [&] { copy(into, aggregate(e->b)); });
      b_.in(*branch->regions[1], [&] { copy(into, aggregate(e->c)); });
      return into;
    }
    case ExprKind::Assign:
      return assign_struct(e);
    case ExprKind::Cast:
      return aggregate(e->a);
    default:
      return place(e);
  }
}

// A copy for a place that holds nothing, with the counts that it brings or with counts of its own.
// A call's result goes through a temporary: the call may read the place.
void FunctionLowering::aggregate_into(const Place& empty, Expr* e) {
  at(e->where);
  bool counts = e->type->holds_counted();
  if (makes_callback(e)) {
    callback(empty, e);
  } else if (counts && e->kind == ExprKind::Call) {
    Place result = temporary(e->type);
    call(e, &result);
    copy(empty, result);
  } else if (counts && e->kind == ExprKind::Cond) {
    Inst* branch = b_.if_(condition(e->a));
    b_.in(*branch->regions[0], [&] { aggregate_into(empty, e->b); });
    b_.in(*branch->regions[1], [&] { aggregate_into(empty, e->c); });
  } else {
    copy_in(empty, aggregate(e));
  }
}

// A place that holds nothing gets its first value.
void FunctionLowering::initialise(const Place& p, Expr* e) {
  at(e->where);
  if (e->kind == ExprKind::Text && p.type->is_array()) {
    if (p.kind == Place::Kind::Address) {
      zero(p);
      b_.emit(ir::Op::MemCopy, ir::kVoid,
              {p.base, b_.addr_of(shared_.text(e->text)),
               b_.i64(static_cast<int64_t>(e->text.size() + 1))});
      return;
    }
    for (uint64_t i = 0; i < p.type->count; ++i) {
      uint64_t byte = i < e->text.size() ? static_cast<unsigned char>(e->text[i]) : 0;
      store(element(p, b_.i64(static_cast<int64_t>(i))), b_.constant(ir::kU8, byte));
    }
    return;
  }
  if (e->kind == ExprKind::List) {
    size_t count = p.type->is_array() ? p.type->count : p.type->record->fields.size();
    if (e->list.size() < count || p.type->is_struct()) zero(p);
    for (size_t i = 0; i < e->list.size(); ++i) {
      Place part = p.type->is_array() ? element(p, b_.i64(static_cast<int64_t>(i)))
                                      : field(p, p.type->record->fields[i]);
      initialise(part, e->list[i]);
    }
    return;
  }
  if (p.type->is_aggregate()) {
    aggregate_into(p, e);
    return;
  }
  if (p.type->is_counted()) {
    take(p, counted_value(e, p.type));
    return;
  }
  store(p, value(e));
}

}  // namespace tack::xc
