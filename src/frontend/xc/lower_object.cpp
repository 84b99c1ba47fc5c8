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
      return true;
    case ExprKind::BlockLiteral:
      return !e->list.empty();
    default:
      return false;
  }
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
    case ExprKind::Cast:
    case ExprKind::Assign:  // the variable holds it
      return e->constant || stays(e->a, later);
    case ExprKind::Cond:
      return stays(e->b, later) && stays(e->c, later);
    case ExprKind::Name: {
      const Var* v = e->var;
      if (!v || v->is_global || v->address_taken) return false;
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

// An object that is used once `later` has been worked out, and by a call that may let go of it.
Inst* FunctionLowering::in_use(Expr* e, const std::vector<const Expr*>& later, bool calls) {
  Inst* object = value(e);
  auto lets_go = [&](const Expr* x) { return shared_.letting_go.may(x); };
  if (!calls && std::none_of(later.begin(), later.end(), lets_go)) return object;
  if (stays(e, later)) return object;
  Place p = counted_var(e->type, "object");
  copy_in(p, object);
  destroy_at_end(p);
  return object;
}

Inst* FunctionLowering::owned(Expr* e) {
  if (e->kind == ExprKind::Call && is_owned(e)) return call(e);
  if (e->kind == ExprKind::New) return new_object(e);
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
      } else {
        if (c.sole.valid()) ends_alone(c.place, c.sole);
        destroy(c.place);
      }
    }
    scopes_.pop_back();
  }
  scopes_ = std::move(saved);
}

Inst* FunctionLowering::new_object(Expr* e) {
  Record& record = *e->type->to->record;
  ir::Function& allocate = shared_.external("tack_rt_xc_new_object", {ir::kU64}, {ir::kPtr});
  at(e->where);
  Inst* object = b_.call(allocate, {b_.constant(ir::kU64, size_of(record.type))});
  // Kept while init runs, should it throw or let go of its self.
  Inst* branch = b_.if_(b_.ne(object, b_.constant(ir::kPtr, 0)));
  b_.in(*branch->regions[0], [&] {
    b_.ptr_store(object, b_.addr_of(shared_.class_table(record)));
    b_.ptr_store(b_.ptr_add(object, b_.i64(TACK_XC_OBJECT_COUNT)), b_.constant(ir::kU64, 1));
    if (e->c) {
      Func& init = *e->c->func;
      std::vector<Inst*> args{object};
      for (Inst* a : arguments(init, e->c->list, shared_.letting_go.may(init))) args.push_back(a);
      b_.call(shared_.function(init), args);
    }
  });
  return object;
}

// An init runs its parent's first, the one with the same parameters or else the one without any,
// unless it calls super.init itself.
void FunctionLowering::initialiser_prologue(Func& f) {
  auto is_super_init = [](const Expr& e) {
    return e.kind == ExprKind::Call && e.func && e.func->is_init && e.prefix;
  };
  if (any_expr(f.body, is_super_init)) return;
  for (const Record* r = f.owner->base; r; r = r->base) {
    Func* same = nullptr;
    Func* plain = nullptr;
    bool any = false;
    for (Func* m : r->methods) {
      if (!m->is_init) continue;
      any = true;
      if (m->types == f.types && m->variadic == f.variadic) same = m;
      if (m->types.empty()) plain = m;
    }
    if (Func* init = same ? same : plain) {
      std::vector<Inst*> args{self_};
      if (init == same) {
        for (Var* v : f.vars) {
          if (auto it = values_.find(v); it != values_.end()) {
            args.push_back(it->second);
            continue;
          }
          Place p = variable(*v, f.where);
          if (!v->type->is_struct()) {
            args.push_back(load(p));
            continue;
          }
          Place to = temporary(v->type);
          copy(to, p);
          args.push_back(to.base);
        }
      }
      if (init->variadic) {
        args.push_back(init == same ? tail_ : b_.constant(ir::kPtr, 0));
        args.push_back(init == same ? tail_count_ : b_.constant(ir::kU32, 0));
      }
      b_.call(shared_.function(*init), args);
      return;
    }
    if (any) return;
  }
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
