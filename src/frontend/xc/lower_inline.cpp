// SPDX-License-Identifier: Apache-2.0
// Calls in code for kernels of functions that take pointers, or give several results: the body is
// written where the call stands, since kernels have no addresses to pass. Such code never recurs.
#include <utility>

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

std::vector<Place> FunctionLowering::call_in_place(Expr* e) {
  Func& f = *e->func;
  // All arguments first: one of them may call the same function.
  struct Argument {
    std::optional<Place> place;
    Inst* value = nullptr;
    Inst* wide = nullptr;
  };
  std::vector<Argument> arguments;
  for (size_t k = 0; k < e->list.size(); ++k) {
    Expr* from = e->list[k];
    const Var& v = *f.vars[k];
    Argument& a = arguments.emplace_back();
    if (from->type->is_pointer()) {
      a.place = pointee(from);
      a.place->type = v.type->to;
    } else if (from->type->is_struct() && holds_pointer(from->type)) {
      a.place = aggregate(from);
      if (v.assigned || v.address_taken || a.place->kind == Place::Kind::Var) not_followed(from);
    } else if (from->type->is_struct()) {
      a.place = temporary(from->type);
      copy(*a.place, aggregate(from));
    } else {
      a.value = value(from);
      a.wide = known_index(from);
    }
  }
  Inlined made;
  for (const Type* t : f.results) {
    if (holds_pointer(t)) shared_.not_built(f.where, "pointer results of functions in a par body");
    made.results.push_back(counted_var(t, "result"));
  }
  auto* outer_func = std::exchange(func_, &f);
  auto* outer_par = std::exchange(par_, nullptr);
  bool outer_hoist = std::exchange(hoist_, f.has_labels);
  auto outer_results = std::exchange(results_, f.results);
  auto outer_later = std::exchange(later_, {});
  auto outer_breaks = std::exchange(breaks_, {});
  auto outer_continues = std::exchange(continues_, {});
  auto outer_flats = std::exchange(flats_, {});
  auto* outer_inlined = std::exchange(inlined_, &made);
  made.scopes = scopes_.size();
  open_scope();
  for (auto& [v, m] : moving_) {
    if (v->owner == &f) m.base.reset();
  }
  for (size_t k = 0; k < arguments.size(); ++k) {
    Var& v = *f.vars[k];
    Argument& a = arguments[k];
    at(v.where);
    values_.erase(&v), vars_.erase(&v), wide_.erase(&v);
    if (v.type->is_pointer()) {
      Place base;
      Inst* index = nullptr;
      if (!v.assigned) {
        pointers_[&v] = *a.place;
      } else if (anchor(*a.place, base, index)) {
        moving_[&v] = {base, prologue_var(ir::kI64, v.name)};
        b_.store(moving_[&v].index, index);
      } else {
        shared_.not_built(v.where,
                          "pointers that are assigned and point to no array in a par body");
        moving_[&v] = {no_place(v.type->to), prologue_var(ir::kI64, v.name)};
      }
      if (v.address_taken) shared_.not_built(v.where, "addresses of pointers in a par body");
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
  auto body = [&] {
    ir::Region& region = b_.region();
    size_t begin = region.insts.size();
    area(f.body);
    zero_ahead(f, region, begin);
    if (dead()) return;
    at(f.body->end);
    if (!returns_last(f) || f.body->list.empty() || f.body->list.back()->kind != StmtKind::Return) {
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
  func_ = outer_func;
  par_ = outer_par;
  hoist_ = outer_hoist;
  results_ = std::move(outer_results);
  later_ = std::move(outer_later);
  breaks_ = std::move(outer_breaks);
  continues_ = std::move(outer_continues);
  flats_ = std::move(outer_flats);
  inlined_ = outer_inlined;
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
