// SPDX-License-Identifier: Apache-2.0
// Calls in code for kernels of functions that take pointers, or give several results: the body is
// written where the call stands, since kernels have no addresses to pass. Such code never recurs.
#include <tuple>

#include "frontend/xc/ast_walk.hpp"
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

// Only the last statement returns.
static bool returns_last(const Func& f) {
  size_t count = 0;
  each_stmt(f.body, [&](const Stmt& s) { count += s.kind == StmtKind::Return; });
  const std::vector<Stmt*>& list = f.body->list;
  bool last = !list.empty() && list.back()->kind == StmtKind::Return;
  return count == (last ? 1u : 0u) && !f.has_labels;
}

// All arguments before any of them is bound: one may call the same function.
std::vector<FunctionLowering::Argument> FunctionLowering::arguments_in_place(Expr* e) {
  std::vector<Argument> out;
  for (size_t k = 0; k < e->list.size(); ++k) {
    Expr* from = e->list[k];
    const Var& v = *e->func->vars[k];
    Argument& a = out.emplace_back();
    if (from->type->is_pointer()) {
      a.place = seen_as(pointee(from), v.type->to, from);
    } else if (from->type->is_struct() && holds_pointer(from->type)) {
      a.place = aggregate(from);
      if (a.place->kind == Place::Kind::Var) not_followed(from);
    } else if (from->type->is_struct()) {
      a.place = temporary(from->type);
      copy(*a.place, aggregate(from));
    } else {
      a.value = value(from);
      a.wide = known_index(from);
    }
  }
  return out;
}

void FunctionLowering::bind_in_place(Var& v, const Argument& a) {
  at(v.where);
  values_.erase(&v), vars_.erase(&v), wide_.erase(&v);
  if (v.type->is_pointer() && v.address_taken) {
    shared_.not_built(v.where, "addresses of pointers in a par body");
    pointers_[&v] = *a.place;
  } else if (v.type->is_pointer() && v.assigned) {
    Place base;
    Inst* index = nullptr;
    if (!anchor(*a.place, base, index)) {
      shared_.not_built(v.where, "pointers that are assigned and point to no array in a par body");
      base = no_place(types_.array(v.type->to, 1));
      base.type = v.type->to;
      index = b_.i64(0);
    }
    moving_[&v] = {base, prologue_var(ir::kI64, v.name)};
    b_.store(moving_[&v].index, index);
  } else if (v.type->is_pointer()) {
    pointers_[&v] = *a.place;
  } else if (a.place && holds_pointer(v.type)) {
    given_[&v] = *a.place;
  } else if (a.place) {
    vars_[&v] = a.place->base;
  } else if (v.assigned || v.address_taken) {
    vars_[&v] = prologue_var(type(v.type), v.name);
    b_.store(vars_[&v], a.value);
  } else {
    values_[&v] = a.value;
    if (a.wide) wide_[&v] = a.wide;
  }
}

template <class... T>
static std::tuple<T...> copy_of(const std::tuple<T&...>& state) {
  return state;
}

std::vector<Place> FunctionLowering::call_in_place(Expr* e) {
  Func& f = *e->func;
  std::vector<Argument> arguments = arguments_in_place(e);
  Inlined made;
  for (const Type* t : f.results) {
    if (holds_pointer(t)) shared_.not_built(f.where, "pointer results of functions in a par body");
    made.results.push_back(counted_var(t, "result"));
  }
  // What belongs to the function that is being written.
  auto state =
      std::tie(func_, par_, hoist_, results_, inlined_, later_, breaks_, continues_, flats_);
  auto outer = copy_of(state);
  func_ = &f;
  par_ = nullptr;
  hoist_ = f.has_labels;
  results_ = f.results;
  inlined_ = &made;
  later_.clear(), breaks_.clear(), continues_.clear(), flats_.clear();
  made.scopes = scopes_.size();
  open_scope();
  for (auto& [v, m] : moving_) {
    if (v->owner == &f) m.base.reset();  // an earlier call's
  }
  for (size_t k = 0; k < arguments.size(); ++k) bind_in_place(*f.vars[k], arguments[k]);
  bool ends_in_return = !f.body->list.empty() && f.body->list.back()->kind == StmtKind::Return;
  auto body = [&] {
    ir::Region& region = b_.region();
    size_t begin = region.insts.size();
    area(f.body);
    zero_ahead(f, region, begin);
    if (dead()) return;
    at(f.body->end);
    if (!ends_in_return) {
      for (const Place& p : made.results) zero(p);
    }
    run_cleanups(made.scopes);
  };
  if (returns_last(f)) {
    body();
  } else {
    made.label = b_.block(std::string(f.name));
    b_.in(made.label->body(), body);
  }
  scopes_.resize(made.scopes);
  state = outer;
  at(e->where);
  return made.results;
}

// Variables whose declarations a jump may pass are zero at each call.
void FunctionLowering::zero_ahead(const Func& f, ir::Region& region, size_t begin) {
  ir::Region zeros;
  b_.in(zeros, [&] {
    for (const Var* v : ahead_) {
      if (v->owner != &f) continue;
      if (auto it = moving_.find(v); it != moving_.end()) {
        b_.store(it->second.index, b_.i64(0));
      } else {
        zero(counted_var(v->type, v->name, vars_.at(v)));
      }
    }
  });
  region.insts.insert(region.insts.begin() + static_cast<long>(begin), zeros.insts.begin(),
                      zeros.insts.end());
}

void FunctionLowering::returned_in_place(Stmt* s) {
  full_expression([&] {
    for (size_t k = 0; k < s->exprs.size(); ++k) {
      const Place& to = inlined_->results[k];
      if (to.type->is_struct()) {
        copy(to, aggregate(s->exprs[k]));
      } else {
        store(to, value(s->exprs[k]));
      }
    }
  });
  if (!inlined_->label) return;  // the scopes end here by themselves
  run_cleanups(inlined_->scopes);
  if (!dead()) b_.exit(inlined_->label);
}

// (a, b) = f();
void FunctionLowering::results_in_place(Expr* e) {
  std::vector<Place> places;
  for (Expr* to : e->list) places.push_back(place(to));
  const std::vector<const Type*>& given = e->a->func->results;
  std::vector<Place> results = call_in_place(e->a);
  for (size_t k = 0; k < places.size(); ++k) {
    if (given[k]->is_struct()) {
      copy(places[k], results[k]);
    } else {
      store(places[k], convert(load(results[k]), given[k], e->list[k]->type));
    }
  }
}

}  // namespace tack::xc
