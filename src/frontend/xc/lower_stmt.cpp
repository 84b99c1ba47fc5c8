// SPDX-License-Identifier: Apache-2.0
// Statements. What stands behind a jump in one block cannot be reached and is left out.
#include "frontend/xc/ast_walk.hpp"
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

void FunctionLowering::block(Stmt* s) {
  open_scope(s);
  for (Stmt* inner : s->list) stmt(inner);
  at(s->end);
  close_scope();
}

// Storage for what a jump may pass: control comes from a label or from a case to uses further down,
// where the variables are zero. They are let go with the scope like others.
void FunctionLowering::declare_ahead(Stmt* s) {
  for (Var* v : s->vars) {
    if (v->is_global) continue;
    at(v->where);
    if (!host() && v->type->is_pointer()) {
      shared_.not_built(v->where, "pointer variables of a par body that are assigned");
      pointers_[v] = no_place(v->type);
      continue;
    }
    if (ahead_.insert(v).second) vars_[v] = prologue_var(type(v->type), v->name);
    if (v->type->is_object()) scopes_.back().cleanups.push_back({vars_[v], nullptr});
  }
}

void FunctionLowering::stmt(Stmt* s) {
  if (!s) return;
  if (dead()) {
    Stmt* declares = s->kind == StmtKind::Decl ? s : s->kind == StmtKind::Expr ? s->init : nullptr;
    if (declares && hoist_) declare_ahead(declares);
    return;
  }
  at(s->where);
  switch (s->kind) {
    case StmtKind::Expr:
      if (s->init) declaration(s->init);
      full_expression([&] { effect(s->a); });
      return;
    case StmtKind::Decl:
      return declaration(s);
    case StmtKind::Block:
      return block(s);
    case StmtKind::If:
      return if_(s);
    case StmtKind::While:
      return while_(s);
    case StmtKind::For:
      return for_(s);
    case StmtKind::ForRange:
      return for_range(s);
    case StmtKind::ForIn:
      return for_in(s);
    case StmtKind::Switch:
      return switch_(s);
    case StmtKind::Return:
      return return_(s);
    case StmtKind::Break:
      return jump(breaks_.back());
    case StmtKind::Continue:
      return jump(continues_.back());
    case StmtKind::Goto:
      return goto_(s);
    case StmtKind::Defer:
      scopes_.back().cleanups.push_back({nullptr, s});
      return;
    case StmtKind::Throw: {
      Inst* error = nullptr;
      full_expression([&] { error = owned(s->a); });
      return throw_(error);
    }
    case StmtKind::Try:
      return try_(s);
    case StmtKind::Delete: {
      if (!host()) return shared_.not_built(s->where, "'delete' statements in a par body");
      b_.call(shared_.external("tack_rt_xc_delete", {ir::kPtr}, {}), {value(s->a)});
      return;
    }
    case StmtKind::Par:
      return par(s);
    default:
      return;
  }
}

void FunctionLowering::jump(const JumpTarget& to) {
  run_cleanups(to.scopes);
  if (dead()) return;
  if (to.ends_item) {
    b_.ret();
  } else if (to.label) {
    b_.exit(to.label);
  } else {
    go(*to.flat, to.state);
  }
}

void FunctionLowering::declaration(Stmt* s) {
  for (Var* v : s->vars) {
    if (v->is_global || dead()) continue;
    at(v->where);
    const Type* t = v->type;
    if (!host() && t->is_pointer()) {
      if (v->assigned || v->address_taken || !v->init || hoist_) {
        shared_.not_built(v->where, "pointer variables of a par body that are assigned");
        pointers_[v] = no_place(t);
      } else {
        pointers_[v] = pointee(v->init);
      }
      continue;
    }
    if (t->is_object()) {
      // In a loop of gotos the variable may hold the last round's object.
      bool ahead = ahead_.count(v) != 0;
      Inst* var = ahead ? vars_[v] : prologue_var(ir::kPtr, v->name);
      vars_[v] = var;
      Place p;
      p.kind = Place::Kind::Var;
      p.type = t;
      p.base = var;
      if (v->init) full_expression([&] { store_reference(p, owned(v->init)); });
      if (!ahead) scopes_.back().cleanups.push_back({var, nullptr});
      continue;
    }
    if (!host() && !v->assigned && v->init && !hoist_ && is_flat_index(v->init))
      definitions_[v] = v->init;
    // Never assigned again: the value itself.
    if (v->init && !v->assigned && !v->address_taken && !v->is_volatile && t->is_scalar() &&
        !hoist_) {
      Inst* value_of = nullptr;
      full_expression([&] { value_of = value(v->init); });
      if (value_of->name.empty() && !value_of->is_const()) value_of->name = std::string(v->name);
      values_[v] = value_of;
      continue;
    }
    if (!ahead_.count(v)) vars_[v] = local_var(type(t), v->name);
    if (v->init) {
      full_expression([&] { initialise(variable(*v, v->where), v->init); });
    } else if (hoist_) {
      zero(variable(*v, v->where));
    }
  }
}

void FunctionLowering::if_(Stmt* s) {
  Inst* c = nullptr;
  full_expression([&] { c = condition(s->a); });
  at(s->where);
  Inst* branch = b_.if_(c);
  b_.in(*branch->regions[0], [&] {
    open_scope(s);
    stmt(s->body);
    close_scope();
  });
  if (!s->other) return;
  b_.in(*branch->regions[1], [&] {
    open_scope(s);
    stmt(s->other);
    close_scope();
  });
}

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
    stmt(s->body);
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

void FunctionLowering::for_in(Stmt* s) {
  Var& v = *s->vars[0];
  const Type* array = s->a->type;
  // An array in an object stays while the loop goes over it, whatever the body does.
  open_scope();
  any_expr(s->body, [&](const Expr& e) {
    if (e.kind == ExprKind::Assign || e.kind == ExprKind::Call || e.kind == ExprKind::New)
      later_.push_back(&e);
    return false;
  });
  Place whole = place(s->a);
  later_.clear();
  Inst* loop = b_.for_range(b_.i64(0), b_.i64(static_cast<int64_t>(array->count)), b_.i64(1), "k");
  b_.in(loop->body(), [&] {
    Place from = element(whole, loop->index);
    Inst* var = local_var(type(v.type), v.name);
    vars_[&v] = var;
    Place to = variable(v, v.where);
    if (v.type->is_struct()) {
      copy(to, from);
    } else {
      store(to, convert(load(from), array->to, v.type));
    }
    loop_body(loop, s);
  });
  close_scope();
}

void FunctionLowering::return_values(std::vector<Inst*> values) {
  run_cleanups(0);
  if (dead()) return;
  if (throws_) values.push_back(b_.constant(ir::kPtr, 0));
  b_.ret(std::move(values));
}

void FunctionLowering::return_(Stmt* s) {
  std::vector<Inst*> values;
  if (s->exprs.empty()) return return_values({});
  const Type* t = results_[0];
  if (t->is_struct()) {
    if (host()) {
      full_expression([&] { copy(behind(sret_, t), aggregate(s->exprs[0])); });
      return return_values({});
    }
    flatten(t, aggregate(s->exprs[0]), values);
    return return_values(std::move(values));
  }
  full_expression([&] {
    for (Expr* e : s->exprs) values.push_back(e->type->is_object() ? owned(e) : value(e));
  });
  return_values(std::move(values));
}

// An object on its way to whoever catches it: the nearest try, or the caller.
void FunctionLowering::throw_(Inst* error) {
  if (!tries_.empty()) {
    Try& t = tries_.back();
    b_.store(t.error, error);
    run_cleanups(t.scopes);
    if (!dead()) b_.exit(t.label);
    return;
  }
  run_cleanups(0);
  if (dead()) return;
  std::vector<Inst*> values;
  for (const Type* r : results_) {
    if (!r->is_struct()) values.push_back(b_.constant(type(r), 0));
  }
  values.push_back(error);
  b_.ret(std::move(values));
}

void FunctionLowering::try_(Stmt* s) {
  if (!host()) return shared_.not_built(s->where, "'try' statements in a par body");
  Inst* error = prologue_var(ir::kPtr, "thrown");
  Inst* done = b_.block("tried");
  b_.in(done->body(), [&] {
    Inst* attempt = b_.block("try");
    b_.in(attempt->body(), [&] {
      tries_.push_back({attempt, error, scopes_.size(), flats_.size()});
      area(s->body);
      tries_.pop_back();
      if (!dead()) b_.exit(done);
    });
    // Something was thrown. It is let go when its handler ends.
    for (Catch& c : s->catches) {
      if (dead()) break;
      at(c.where);
      auto handler = [&] {
        open_scope();
        Inst* var = prologue_var(ir::kPtr, c.var->name);
        vars_[c.var] = var;
        b_.store(var, b_.load(error));
        scopes_.back().cleanups.push_back({var, nullptr});
        area(c.body);
        close_scope();
        if (!dead()) b_.exit(done);
      };
      if (!c.var->type->is_object()) {
        handler();
        break;
      }
      Inst* table = b_.addr_of(shared_.class_table(*c.var->type->to->record));
      Inst* fits = b_.call(shared_.is_instance(), {b_.load(error), table});
      Inst* branch = b_.if_(fits);
      b_.in(*branch->regions[0], handler);
    }
    if (dead()) return;
    at(s->where);
    // Nobody here takes it.
    if (tries_.empty() && !throws_) {
      run_cleanups(0);
      b_.trap(s->where.file->name + ":" + std::to_string(s->where.line) +
              ": an error of a class that no catch takes");
    } else {
      throw_(b_.load(error));
    }
  });
}

}  // namespace tack::xc
