// SPDX-License-Identifier: Apache-2.0
// Loops.
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

// Whether a `continue` of this loop stands in its body.
bool FunctionLowering::contains_continue(const Stmt* s, int loops) {
  if (!s) return false;
  if (s->kind == StmtKind::Continue) return loops == 0;
  bool loop = s->kind == StmtKind::While || s->kind == StmtKind::For ||
              s->kind == StmtKind::ForRange || s->kind == StmtKind::ForIn;
  int inner = loops + loop;
  for (const Stmt* k : {s->body, s->other}) {
    if (contains_continue(k, inner)) return true;
  }
  for (const Stmt* k : s->list) {
    if (contains_continue(k, inner)) return true;
  }
  for (const Catch& c : s->catches) {
    if (contains_continue(c.body, inner)) return true;
  }
  return false;
}

// The body of `s` inside `loop`: a `break` leaves the loop, a `continue` the block around the body.
void FunctionLowering::loop_body(Inst* loop, Stmt* s) {
  breaks_.push_back({loop, nullptr, -1, false, scopes_.size()});
  Inst* round = contains_continue(s->body) ? b_.block("round") : nullptr;
  continues_.push_back({round, nullptr, -1, false, scopes_.size()});
  auto body = [&] {
    open_scope(s);
    if (s->kind == StmtKind::ForIn) {
      area(s->body);
    } else {
      stmt(s->body);
    }
    close_scope();
  };
  if (round) {
    b_.in(round->body(), body);
  } else {
    body();
  }
  continues_.pop_back();
  breaks_.pop_back();
}

void FunctionLowering::while_(Stmt* s) {
  Inst* loop = b_.loop("while");
  b_.in(loop->body(), [&] {
    Inst* c = nullptr;
    full_expression([&] { c = condition(s->a); });
    if (!(c->is_const() && c->bits)) {
      Inst* branch = b_.if_(c);
      b_.in(*branch->regions[1], [&] { b_.exit(loop); });
    }
    loop_body(loop, s);
  });
}

void FunctionLowering::for_(Stmt* s) {
  open_scope(s);
  if (s->init && s->init->kind == StmtKind::Block) {
    for (Stmt* k : s->init->list) stmt(k);
  } else {
    stmt(s->init);
  }
  if (!dead()) {
    Inst* loop = b_.loop("for");
    b_.in(loop->body(), [&] {
      if (s->a) {
        Inst* c = nullptr;
        full_expression([&] { c = condition(s->a); });
        if (!(c->is_const() && c->bits)) {
          Inst* branch = b_.if_(c);
          b_.in(*branch->regions[1], [&] { b_.exit(loop); });
        }
      }
      loop_body(loop, s);
      for (Expr* e : s->exprs) {
        if (!dead()) full_expression([&] { effect(e); });
      }
    });
  }
  close_scope();
}

// for (T i in a..b) is for (T i = a; i < b; i += 1). Where nothing changes i or b it is the IR's
// `for`, which keeps its bounds and its number of runs in sight.
void FunctionLowering::for_range(Stmt* s) {
  Var& v = *s->vars[0];
  const Type* t = v.type;
  bool fixed = !v.assigned && !v.address_taken && s->step > 0 && is_invariant(s->b) && !hoist_;
  if (fixed && s->inclusive) {
    __int128 greatest = (static_cast<__int128>(1) << (t->bits() - t->is_signed())) - 1;
    fixed = s->b->constant && s->b->value < greatest;
  }
  // Another step might pass the type's end and go round.
  if (fixed && s->step != 1) {
    __int128 greatest = (static_cast<__int128>(1) << (t->bits() - t->is_signed())) - 1;
    fixed = s->b->constant && s->b->value + s->step <= greatest && s->step <= greatest;
  }
  if (!fixed) return range_loop(s);
  Inst* lo = value(s->a);
  Inst* hi = s->inclusive ? number(t, s->b->value + 1) : value(s->b);
  at(s->where);
  Inst* loop = b_.for_range(lo, hi, number(t, s->step), std::string(v.name));
  values_[&v] = loop->index;
  b_.in(loop->body(), [&] { loop_body(loop, s); });
}

void FunctionLowering::range_loop(Stmt* s) {
  Var& v = *s->vars[0];
  const Type* t = v.type;
  Inst* var = local_var(type(t), v.name);
  vars_[&v] = var;
  store(variable(v, v.where), value(s->a));
  Inst* loop = b_.loop("range");
  b_.in(loop->body(), [&] {
    Inst* i = load(variable(v, v.where));
    Inst* end = value(s->b);
    Op test = s->step > 0 ? (s->inclusive ? Op::Le : Op::Lt) : (s->inclusive ? Op::Ge : Op::Gt);
    Inst* branch = b_.if_(compare(test, i, end));
    b_.in(*branch->regions[1], [&] { b_.exit(loop); });
    loop_body(loop, s);
    if (dead()) return;
    at(s->where);
    Place p = variable(v, v.where);
    store(p, b_.add(load(p), number(t, s->step)));
  });
}

}  // namespace tack::xc
