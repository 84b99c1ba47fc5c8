// SPDX-License-Identifier: Apache-2.0
// Objects: references are counted. A variable, a field and the result of a call own one count each;
// what an expression makes and nobody takes is let go at the end of its statement. Who calls a
// function sees to it that the objects it passes live until it returns: a parameter that is not
// assigned has no count.
//
// An object begins with the address of its class's table and its count. The table holds the
// teardown function, the parent's table and the virtual methods.
#include <algorithm>

#include "frontend/xc/ast_walk.hpp"
#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

bool FunctionLowering::is_owned(const Expr* e) const {
  if (!e->type->is_counted()) return false;
  switch (e->kind) {
    case ExprKind::Call:
      return !(e->func && e->func->is_external());
    case ExprKind::New:
    case ExprKind::WeakGet:
      return true;
    case ExprKind::BlockLiteral:
      return !e->list.empty();
    default:
      return false;
  }
}

Inst* FunctionLowering::weak_of(Inst* object) {
  ir::Function& f = shared_.external("tack_rt_xc_weak_of", {ir::kPtr}, {ir::kPtr});
  return object->is_const() ? object : b_.call(f, {object});
}

Inst* FunctionLowering::weak_get(Inst* weak) {
  return b_.call(shared_.external("tack_rt_xc_weak_get", {ir::kPtr}, {ir::kPtr}), {weak});
}

Inst* FunctionLowering::counted_value(Expr* e, const Type* t) {
  return t->is_weak() ? weak_of(value(e)) : owned(e);
}

// Lets the object go when the statement ends, also when it is left by a throw.
void FunctionLowering::keep_temporary(Inst* object, const Type* t) {
  Place p = counted_var(t, "object");
  take(p, object);
  destroy_at_end(p);
}

// Whether the object lives on while `later` and a call run, without a count for this use: it is
// held by a temporary, by a variable that only this function assigns, or by whoever called us.
bool FunctionLowering::stays(const Expr* e, const std::vector<const Expr*>& later) const {
  switch (e->kind) {
    case ExprKind::Self:
    case ExprKind::Super:
      return true;
    case ExprKind::Assign:  // the variable holds it
      return stays(e->a->type->is_weak() ? e->b : e->a, later);
    case ExprKind::Cast:
      return e->constant || stays(e->a, later);
    case ExprKind::Cond:
      return stays(e->b, later) && stays(e->c, later);
    case ExprKind::Name: {
      const Var* v = e->var;
      if (!v || v->is_global || v->address_taken) return false;
      if (shared_.letting_go.borrows(*v)) return true;
      auto assigns = [&](const Expr& x) {
        return x.kind == ExprKind::Assign && x.a->kind == ExprKind::Name && x.a->var == v;
      };
      return !v->assigned || std::none_of(later.begin(), later.end(),
                                          [&](const Expr* x) { return any_expr(x, assigns); });
    }
    default:
      return e->constant || is_owned(e);
  }
}

bool FunctionLowering::needs_count(const Expr* e, const std::vector<const Expr*>& later,
                                   bool lets_go) const {
  auto may = [&](const Expr* x) { return shared_.letting_go.may(x); };
  return (lets_go || std::any_of(later.begin(), later.end(), may)) && !stays(e, later);
}

// An object that is used until the statement ends, once `later` has been worked out.
Inst* FunctionLowering::in_use(Expr* e, const std::vector<const Expr*>& later) {
  Inst* object = value(e);
  if (!needs_count(e, later, false)) return object;
  Place p = counted_var(e->type, "object");
  copy_in(p, object);
  destroy_at_end(p);
  return object;
}

// One that is used by a call, which may let go of it.
Inst* FunctionLowering::argument(Expr* e, const std::vector<const Expr*>& later, bool lets_go) {
  Inst* object = value(e);
  if (!needs_count(e, later, lets_go)) return object;
  Place p = counted_var(e->type, "object");
  copy_in(p, object);
  destroy_at_end(p);
  scopes_.back().cleanups.back().of_call = true;
  return object;
}

// What expressions have made stays until the statement ends: the result may point into it.
void FunctionLowering::returned(size_t since) {
  std::vector<Cleanup>& cleanups = scopes_.back().cleanups;
  std::vector<Place> over;
  for (size_t k = cleanups.size(); k-- > since;) {
    if (!cleanups[k].of_call) continue;
    over.push_back(cleanups[k].place);
    cleanups.erase(cleanups.begin() + static_cast<long>(k));
  }
  for (const Place& p : over) destroy(p);
}

Inst* FunctionLowering::owned(Expr* e) {
  if (e->kind == ExprKind::Call && is_owned(e)) return call(e);
  if (e->kind == ExprKind::New) return new_(e);
  if (e->kind == ExprKind::WeakGet) return weak_get(load(place(e->a)));
  if (e->kind == ExprKind::BlockLiteral && is_owned(e)) return block_object(e);
  Inst* v = value(e);
  retain(v);
  return v;
}

void FunctionLowering::close_scope() {
  if (!dead()) run_cleanups(scopes_.size() - 1);
  scopes_.pop_back();
}

// What stands in the scopes above `down_to` is run, innermost and last first. The scopes stay.
void FunctionLowering::run_cleanups(size_t down_to) {
  std::vector<Scope> saved = scopes_;
  while (scopes_.size() > down_to) {
    while (!scopes_.back().cleanups.empty() && !dead()) {
      Cleanup c = scopes_.back().cleanups.back();
      scopes_.back().cleanups.pop_back();
      if (c.defer) {
        size_t breaks = breaks_.size(), continues = continues_.size();
        if (c.reached) {
          Inst* branch = b_.if_(b_.load(c.reached));
          b_.store(c.reached, b_.i1(false));
          b_.in(*branch->regions[0], [&] { block(c.defer->body); });
        } else {
          block(c.defer->body);
        }
        breaks_.resize(breaks);
        continues_.resize(continues);
      } else if (c.object) {
        end_stack_object(*c.object);
      } else {
        if (c.sole.valid()) ends_alone(c.place, c.sole);
        destroy(c.place);
      }
    }
    scopes_.pop_back();
  }
  scopes_ = std::move(saved);
}

// A field or a method of null ends the program here, with its line.
Inst* FunctionLowering::existing(const Expr* e, Inst* object) {
  if (e->kind == ExprKind::Self || e->kind == ExprKind::Super) return object;
  Inst* branch = b_.if_(b_.eq(object, b_.constant(ir::kPtr, 0)));
  b_.in(*branch->regions[0], [&] {
    b_.trap(e->where.file->name + ":" + std::to_string(e->where.line) + ": the object is null");
  });
  return object;
}

Inst* FunctionLowering::checked_downcast(Inst* object, const Type* to, bool may_fail,
                                         const SourceRange& where) {
  at(where);
  Inst* fits = is_of(object, *to->to->record);
  Inst* null = b_.constant(ir::kPtr, 0);
  if (may_fail) return b_.select(fits, object, null);
  Inst* fails = b_.bit_and(b_.bit_not(fits), b_.ne(object, null));
  Inst* branch = b_.if_(fails);
  b_.in(*branch->regions[0], [&] {
    std::string_view wanted = to->to->record->name;
    b_.trap(where.file->name + ":" + std::to_string(where.line) +
            (to->to->record->is_protocol ? ": the object does not conform to "
                                         : ": the object is no ") +
            std::string(wanted));
  });
  return object;
}

}  // namespace tack::xc
