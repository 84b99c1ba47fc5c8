// SPDX-License-Identifier: Apache-2.0
// A function gives back what it took: its variables, its temporaries and what it made count for
// themselves. So an object that its caller can reach loses a reference to it only where the
// function assigns a field that held one when it was called, or calls code that is not known. A
// field that has just been seen to be null, and those of the object that an init fills, held none.
#include "frontend/xc/lets_go.hpp"

#include <algorithm>
#include <map>
#include <vector>

#include "frontend/xc/ast_walk.hpp"

namespace tack::xc {
namespace {

bool is_local(const Expr& e) { return e.kind == ExprKind::Name && e.var && !e.var->is_global; }

// A local variable, or a part of one.
bool in_local(const Expr& e) {
  if (e.kind == ExprKind::Member && !e.a->type->is_pointer()) return in_local(*e.a);
  if (e.kind == ExprKind::Index && e.a->kind == ExprKind::Decay) return in_local(*e.a->a);
  return is_local(e);
}

bool same_place(const Expr& a, const Expr& b) {
  if (a.kind != b.kind) return false;
  if (a.kind == ExprKind::Self) return true;
  if (a.kind == ExprKind::Name) return is_local(a) && a.var == b.var;
  return a.kind == ExprKind::Member && a.field && a.field == b.field && same_place(*a.a, *b.a);
}

// The reference that is null where the condition comes out like this.
const Expr* null_reference(const Expr& condition, bool outcome) {
  if (condition.kind == ExprKind::Unary && condition.op == Op::Not)
    return null_reference(*condition.a, !outcome);
  if (condition.kind == ExprKind::Binary && (condition.op == Op::Eq || condition.op == Op::Ne))
    return condition.b->constant && (condition.op == Op::Eq) == outcome ? condition.a : nullptr;
  return outcome ? nullptr : &condition;
}

// The assignment that a branch begins with, where it is one to this reference.
const Expr* fills(const Stmt* branch, const Expr* reference) {
  while (branch && branch->kind == StmtKind::Block)
    branch = branch->list.empty() ? nullptr : branch->list[0];
  if (!branch || !reference || branch->kind != StmtKind::Expr || branch->init) return nullptr;
  const Expr* e = branch->a;
  return e && e->kind == ExprKind::Assign && same_place(*e->a, *reference) ? e : nullptr;
}

// Assignments to what held nothing before.
std::set<const Expr*> first_assignments(const Func& f) {
  std::set<const Expr*> out;
  each_stmt(f.body, [&](const Stmt& s) {
    if (s.kind != StmtKind::If) return;
    out.insert(fills(s.body, null_reference(*s.a, true)));
    out.insert(fills(s.other, null_reference(*s.a, false)));
  });
  if (!f.is_init) return out;
  any_expr(f.body, [&](const Expr& e) {
    if (e.kind == ExprKind::Assign && e.a->kind == ExprKind::Member &&
        e.a->a->kind == ExprKind::Self)
      out.insert(&e);
    return false;
  });
  return out;
}

// Assigns a reference, or a struct with one, that others may reach: a field, a global.
bool assigns_field(const Expr& e) {
  auto reaches = [](const Expr* place) { return place->type->counts() && !in_local(*place); };
  if (e.kind == ExprKind::Results) return std::any_of(e.list.begin(), e.list.end(), reaches);
  return e.kind == ExprKind::Assign && reaches(e.a);
}

bool deletes(const Stmt& s) {
  return s.kind == StmtKind::Delete && s.a->type->is_pointer() && s.a->type->to->counts();
}

// Calls of code that cannot be looked at, and of an init for an object that is not new. What works
// on bytes for the library knows no objects.
bool calls_unknown(const Expr& e) {
  if (e.kind != ExprKind::Call) return false;
  if (e.func && e.func->from_library &&
      (e.func->name.starts_with("tack_rt_xc_text_") ||
       e.func->name.starts_with("tack_rt_xc_bytes_")))
    return false;
  if (e.takes_slots) return e.func->is_formatter();  // calls descriptions
  if (e.func && e.func->builtin == "object_drop") return true;
  return !e.func || e.func->is_external() || (e.func->is_init && e.a && !e.prefix);
}

// What is called here: a function, or what ends the object that is made.
template <class Visit>
void each_callee(const Expr& e, const Visit& visit) {
  if (e.kind == ExprKind::Call && e.func) visit(*e.func);
  if (e.kind != ExprKind::New || !e.type->is_object()) return;
  for (const Record* r = e.type->to->record; r; r = r->base) {
    if (r->dealloc) visit(*r->dealloc);
  }
}

}  // namespace

LettingGo::LettingGo(const Program& program) {
  std::map<const Func*, std::vector<const Func*>> callers;
  std::vector<const Func*> found;
  auto add = [&](const Func* f) {
    if (functions_.insert(f).second) found.push_back(f);
  };
  auto look = [&](const Func* f) {
    std::set<const Expr*> first = first_assignments(*f);
    each_stmt(f->body, [&](const Stmt& s) {
      if (deletes(s)) add(f);
    });
    any_expr(f->body, [&](const Expr& e) {
      if (calls_unknown(e) || (assigns_field(e) && !first.count(&e))) add(f);
      each_callee(e, [&](const Func& callee) { callers[&callee].push_back(f); });
      return false;
    });
  };
  for (const Func* f : program.funcs) look(f);
  for (const Record* r : program.records) {
    for (const Func* f : r->methods) {
      look(f);
      // An init runs one of the classes above.
      for (const Record* up = r->base; f->is_init && up; up = up->base) {
        for (const Func* init : up->methods) {
          if (init->is_init) callers[init].push_back(f);
        }
      }
    }
    // A call of a method may be one of the method that overrides it, or of one for a protocol.
    for (const Record* p : protocols_of(*r)) {
      for (const Func* wanted : p->methods) {
        if (const Func* f = implementation(*r, *wanted)) callers[f].push_back(wanted);
      }
    }
    for (size_t k = 0; r->base && k < r->base->table.size(); ++k)
      if (r->table[k] != r->base->table[k]) callers[r->table[k]].push_back(r->base->table[k]);
  }
  while (!found.empty()) {
    const Func* f = found.back();
    found.pop_back();
    for (const Func* caller : callers[f]) add(caller);
  }
  for (const Func* f : program.funcs) {
    // An init may assign its object's fields twice, and what they held first goes.
    if (f->body && !f->is_init && !may(*f)) find_borrowing(*f);
  }
}

// Holds through a function that lets nothing go: what its parameters and the globals lead to.
bool LettingGo::stays(const Expr& e) const {
  switch (e.kind) {
    case ExprKind::Self:
      return true;
    case ExprKind::Name:
      return e.var && (e.var->is_global || borrows(*e.var) ||
                       (e.var->is_param && !e.var->assigned && !e.var->address_taken));
    case ExprKind::Cast:
      return e.constant || (e.a->type->is_object() && stays(*e.a));
    case ExprKind::Cond:
      return stays(*e.b) && stays(*e.c);
    case ExprKind::Assign:
      return e.op == Op::None && stays(*e.b);
    case ExprKind::Member:
      return e.field && (e.a->type->is_object() ? stays(*e.a) : stays_in(*e.a));
    case ExprKind::Index:
      if (e.a->type->is_object()) return stays(*e.a);  // held by the first
      return e.a->kind == ExprKind::Decay && stays_in(*e.a->a);
    default:
      return e.constant;
  }
}

// The same of a struct or an array.
bool LettingGo::stays_in(const Expr& place) const {
  if (place.type->is_pointer()) return false;
  return place.kind != ExprKind::Assign && place.kind != ExprKind::Cond && stays(place);
}

// Variables that are given nothing but what stays, taken together.
void LettingGo::find_borrowing(const Func& f) {
  std::map<const Var*, std::vector<const Expr*>> given;
  auto candidate = [&](const Var* v) {
    if (v->type && v->type->is_object() && !v->address_taken && !v->is_global && !v->on_stack &&
        !v->is_volatile)
      given[v];
  };
  for (const Var* v : f.vars) {
    if (v->assigned) candidate(v);
  }
  each_stmt(f.body, [&](const Stmt& s) {
    if (s.kind != StmtKind::Decl) return;
    for (const Var* v : s.vars) {
      candidate(v);
      if (v->init && given.count(v)) given[v].push_back(v->init);
    }
  });
  any_expr(f.body, [&](const Expr& e) {
    if (e.kind == ExprKind::Assign && e.a->kind == ExprKind::Name && given.count(e.a->var))
      given[e.a->var].push_back(e.b);
    if (e.kind == ExprKind::Results) {
      for (const Expr* place : e.list) {
        if (place->kind == ExprKind::Name) given.erase(place->var);
      }
    }
    return false;
  });
  for (const auto& [v, values] : given) borrowing_.insert(v);
  for (bool changed = true; changed;) {
    changed = false;
    for (const auto& [v, values] : given) {
      if (!borrows(*v)) continue;
      if (std::all_of(values.begin(), values.end(), [&](const Expr* e) { return stays(*e); }))
        continue;
      borrowing_.erase(v);
      changed = true;
    }
  }
}

bool LettingGo::may(const Expr* e) const {
  return any_expr(e, [&](const Expr& x) {
    // What a variable here held may have kept what another expression here reads.
    bool yes = calls_unknown(x) || assigns_field(x) ||
               (x.kind == ExprKind::Assign && x.a->type->counts() &&
                !(x.a->kind == ExprKind::Name && x.a->var && borrows(*x.a->var)));
    each_callee(x, [&](const Func& callee) { yes = yes || may(callee); });
    return yes;
  });
}

bool LettingGo::may(const Stmt* s) const {
  bool found = false;
  each_stmt(s, [&](const Stmt& k) {
    // A variable that ends may have kept what is reached through another.
    found = found || deletes(k);
    for (const Var* v : k.vars) found = found || (v->type && v->type->counts() && !borrows(*v));
  });
  return found ||
         any_expr(s, [&](const Expr& e) { return e.kind == ExprKind::Results || may(&e); });
}

}  // namespace tack::xc
