// SPDX-License-Identifier: Apache-2.0
// Statements. What stands behind a jump in one block cannot be reached and is left out.
#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

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
    if (!host() && v->type->is_struct() && holds_pointer(v->type)) {
      copy_by_name(*v);
      continue;
    }
    if (!host() && v->type->is_pointer()) {
      declare_pointer(*v, true);
      continue;
    }
    if (v->on_stack) {
      if (ahead_.insert(v).second) stack_storage(*v);
      scopes_.back().cleanups.push_back({{}, nullptr, nullptr, v, false});
      continue;
    }
    if (ahead_.insert(v).second) vars_[v] = prologue_var(type(v->type), v->name);
    if (v->type->counts() && !shared_.letting_go.borrows(*v))
      destroy_at_end(counted_var(v->type, v->name, vars_[v]));
    if (v->no_escape) scopes_.back().cleanups.back().sole = v->where;
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
      if (auto it = reached_.find(s); it != reached_.end()) {
        b_.store(it->second, b_.i1(true));
      } else {
        scopes_.back().cleanups.push_back({{}, s, nullptr, nullptr, false});
      }
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
      return delete_(s);
    }
    case StmtKind::Par:
      return par(s);
    case StmtKind::Asm: {
      if (!host()) return shared_.not_built(s->where, "blocks of assembly in a par body");
      // The IR's form of assembly: see docs/ir.md.
      std::string place = s->where.file->name + ":" + std::to_string(s->where.line);
      b_.call(shared_.external("asm " + place + "\n" + std::string(s->name), {}, {}), {});
      return;
    }
    default:
      return;
  }
}

void FunctionLowering::jump(const JumpTarget& target) {
  JumpTarget to = target;  // a defer's loops move the list that it stands in
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
    if (v->on_stack) {
      stack_object(*v);
      continue;
    }
    if (!host() && t->is_pointer()) {
      full_expression([&] { declare_pointer(*v, false); });
      continue;
    }
    if (!host() && t->is_struct() && holds_pointer(t)) {
      copy_by_name(*v);
      continue;
    }
    if (shared_.letting_go.borrows(*v)) {
      if (!ahead_.count(v)) vars_[v] = local_var(type(t), v->name);
      Place p = variable(*v, v->where);
      full_expression([&] { store(p, v->init ? value(v->init) : b_.constant(ir::kPtr, 0)); });
      continue;
    }
    if (t->is_counted()) {
      bool ahead = ahead_.count(v) != 0;
      Place p = counted_var(t, v->name, ahead ? vars_[v] : nullptr);
      vars_[v] = p.base;
      if (v->no_escape && (ahead || hoist_)) ends_alone(p, v->where);
      if (v->init) {
        full_expression([&] {
          Inst* made = counted_value(v->init, t);
          // In a loop of gotos the variable may hold the last round's object.
          if (ahead || hoist_) {
            assign_over(p, made);
          } else {
            take(p, made);
          }
        });
      }
      if (!ahead) destroy_at_end(p);
      if (v->no_escape && !ahead) scopes_.back().cleanups.back().sole = v->where;
      continue;
    }
    if (t->holds_counted()) {
      bool ahead = ahead_.count(v) != 0;
      Place p = counted_var(t, v->name, ahead ? vars_[v] : nullptr);
      vars_[v] = p.base;
      // Before its value is worked out: that may throw with a part of it made.
      if (!ahead) destroy_at_end(p);
      if (v->init) {
        full_expression([&] {
          if (hoist_ || ahead) destroy(p);
          initialise(in_memory(p), v->init);
        });
      }
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

// The references in what is freed are let go first.
void FunctionLowering::delete_(Stmt* s) {
  full_expression([&] {
    Inst* block = value(s->a);
    const Type* element = s->a->type->to;
    if (element->counts()) {
      Inst* exists = b_.if_(b_.ne(block, b_.constant(ir::kPtr, 0)));
      b_.in(*exists->regions[0], [&] {
        Inst* count_at = b_.ptr_add(block, b_.i64(-TACK_XC_BLOCK_PREFIX));
        Inst* count_of = b_.convert(ir::kI64, b_.ptr_load(ir::kU64, count_at));
        Inst* loop = b_.for_range(b_.i64(0), count_of, b_.i64(1), "k");
        b_.in(loop->body(), [&] {
          count(behind(b_.ptr_add(block, scaled(loop->index, element)), element), false);
        });
      });
    }
    b_.call(shared_.external("tack_rt_xc_delete", {ir::kPtr}, {}), {block});
  });
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

void FunctionLowering::return_(Stmt* s) {
  std::vector<Inst*> values;
  if (inlined_) return returned_in_place(s);
  if (s->exprs.empty()) return return_values({});
  const Type* t = results_[0];
  if (!host() && t->is_struct()) {
    flatten(t, aggregate(s->exprs[0]), values);
    return return_values(std::move(values));
  }
  if (s->exprs.size() > 1) return return_several(s);
  full_expression([&] {
    Expr* e = s->exprs[0];
    if (t->is_struct()) {
      aggregate_into(behind(srets_[0], t), e);
    } else {
      values.push_back(t->is_counted() ? owned(e) : value(e));
    }
  });
  return_values(std::move(values));
}

// What has been worked out is let go again should a later result throw.
void FunctionLowering::return_several(Stmt* s) {
  std::vector<Inst*> values;
  full_expression([&] {
    std::vector<Place> kept;
    for (Expr* e : s->exprs) {
      if (e->type->is_struct()) {
        kept.push_back(counted_var(e->type, "result"));
        aggregate_into(in_memory(kept.back()), e);
      } else if (e->type->is_counted()) {
        kept.push_back(counted_var(e->type, "result"));
        take(kept.back(), owned(e));
      } else {
        values.push_back(value(e));
        continue;
      }
      if (e->type->counts()) destroy_at_end(kept.back());
    }
    std::vector<Inst*> plain = std::exchange(values, {});
    size_t next = 0, next_plain = 0, next_struct = 0;
    for (const Expr* e : s->exprs) {
      if (!e->type->is_struct() && !e->type->is_counted()) {
        values.push_back(plain[next_plain++]);
        continue;
      }
      Place from = in_memory(kept[next++]);
      if (e->type->is_struct()) {
        copy(behind(srets_[next_struct++], e->type), from);
      } else {
        values.push_back(load(from));
      }
      if (e->type->counts()) zero(from);
    }
  });
  return_values(std::move(values));
}

}  // namespace tack::xc
