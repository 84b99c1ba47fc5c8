// SPDX-License-Identifier: Apache-2.0
// `.length` of a pointer reads the count that `new T[n]` left before the first element. So
// everything that the program stores in the pointer must come from there or be null. One pass over
// the checked program finds what each variable, field, parameter and result is given, in whatever
// order the program runs.
#include <functional>
#include <variant>

#include "frontend/xc/ast_walk.hpp"
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {
namespace {

// What holds pointers: all elements of an array of them are one.
using Holder = std::variant<std::monostate, const Var*, const Field*, const Func*>;

struct Facts {
  std::map<Holder, std::vector<const Expr*>> given;
  std::map<Holder, SourceRange> unknown;  // holds something else, as is seen there

  // The holder that a place of pointers belongs to.
  static Holder holder(const Expr* e) {
    while (e->kind == ExprKind::Index && e->a->kind == ExprKind::Decay) e = e->a->a;
    if (e->kind == ExprKind::Name && e->var) return e->var;
    if (e->kind == ExprKind::Member && e->field) return e->field;
    return {};
  }
  void spoil(Holder h, SourceRange where) {
    if (h.index()) unknown.insert({h, where});
  }
  void give(Holder h, const Expr* e) {
    if (h.index()) given[h].push_back(e);
  }

  // Calls of a protocol's method do not say whose it is.
  std::set<std::string_view> requirements;

  bool is_method_of_many(const Func& f) const {
    if (f.owner && requirements.count(f.name)) return true;
    bool overrides =
        f.slot >= 0 && f.owner->base && static_cast<size_t>(f.slot) < f.owner->base->table.size();
    return f.overridden || overrides;
  }

  // What a value of several parts gives to each.
  void initialise(const Type* t, Holder whole, const Expr* e) {
    if (!e || !t) return;
    if (e->kind == ExprKind::List && t->is_array()) {
      for (const Expr* item : e->list) initialise(t->to, whole, item);
    } else if (e->kind == ExprKind::List && t->is_struct()) {
      for (size_t k = 0; k < e->list.size() && k < t->record->fields.size(); ++k) {
        const Field& f = t->record->fields[k];
        initialise(f.type, &f, e->list[k]);
      }
    } else if (t->is_pointer()) {
      give(whole, e);
    }
  }

  bool look(const Expr& e) {
    switch (e.kind) {
      case ExprKind::Assign:
        if (e.a->type->is_pointer()) {
          if (e.op == Op::None) {
            give(holder(e.a), e.b);
          } else {
            spoil(holder(e.a), e.where);
          }
        }
        break;
      case ExprKind::Step:
        spoil(holder(e.a), e.where);
        break;
      case ExprKind::Results:
        for (const Expr* k : e.list) spoil(holder(k), e.where);
        break;
      case ExprKind::Address:
        spoil(holder(e.a), e.where);
        break;
      case ExprKind::Name:
      case ExprKind::Bind:
        // A function that is called through pointers, with whatever arguments.
        if (e.func) {
          for (const Var* v : e.func->vars) spoil(v, e.where);
        }
        break;
      case ExprKind::Call:
        if (!e.func) break;
        for (size_t k = 0; k < e.list.size() && k < e.func->vars.size(); ++k)
          give(e.func->vars[k], e.list[k]);
        break;
      case ExprKind::Index:
        // Of an array of pointers one element is meant, not the array's address.
        if (e.a->kind == ExprKind::Decay && e.a->a->kind != ExprKind::Call) {
          any_expr(e.b, [&](const Expr& x) { return look(x); });
          for (const Expr* k : {e.a->a->a, e.a->a->b})
            any_expr(k, [&](const Expr& x) { return look(x); });
          skipped.insert(e.a);
        }
        break;
      case ExprKind::Decay:
        if (!skipped.count(&e)) spoil(holder(e.a), e.where);
        break;
      default:
        break;
    }
    return false;
  }
  std::set<const Expr*> skipped;

  void look(const Func& f) {
    if (f.is_init || is_method_of_many(f) || (f.name == "main" && !f.owner)) {
      for (const Var* v : f.vars) spoil(v, v->where);
    }
    auto visit = [&](const Expr& e) { return look(e); };
    each_stmt(f.body, [&](const Stmt& s) {
      for (const Var* v : s.vars) {
        if (s.kind == StmtKind::ForIn) spoil(v, v->where);
        initialise(v->type, v, v->init);
      }
      if (s.kind == StmtKind::Return && s.exprs.size() == 1) give(&f, s.exprs[0]);
      if (s.kind == StmtKind::Return && s.exprs.size() > 1) spoil(&f, s.where);
    });
    any_expr(f.body, visit);
  }

  // Where `e` is seen to be something else than what `new T[n]` made; null when it never is.
  const SourceRange* other(const Expr* e, std::set<Holder>& seen) {
    auto keeps_count = [](const Type* a, const Type* b) {
      return a->is_pointer() && b->is_pointer() && a->to->is_number() && b->to->is_number() &&
             a->to->bits() == b->to->bits();
    };
    while (!e->constant && e->kind == ExprKind::Cast && keeps_count(e->type, e->a->type)) e = e->a;
    if (e->constant && e->type->is_pointer()) return e->value ? &e->where : nullptr;
    switch (e->kind) {
      case ExprKind::New:
        return e->is_array ? nullptr : &e->where;
      case ExprKind::Assign:
        return e->op == Op::None ? other(e->b, seen) : &e->where;
      case ExprKind::Cond: {
        const SourceRange* yes = other(e->b, seen);
        return yes ? yes : other(e->c, seen);
      }
      case ExprKind::Call:
        if (!e->func || !e->func->body || is_method_of_many(*e->func)) return &e->where;
        return other(Holder(e->func), seen);
      case ExprKind::Name:
      case ExprKind::Index:
      case ExprKind::Member: {
        Holder h = holder(e);
        return h.index() ? other(h, seen) : &e->where;
      }
      default:
        return &e->where;
    }
  }
  const SourceRange* other(Holder h, std::set<Holder>& seen) {
    if (!seen.insert(h).second) return nullptr;
    if (auto it = unknown.find(h); it != unknown.end()) return &it->second;
    if (auto* v = std::get_if<const Var*>(&h); v && (*v)->is_extern) return &(*v)->where;
    for (const Expr* e : given[h]) {
      if (const SourceRange* where = other(e, seen)) return where;
    }
    return nullptr;
  }
};

}  // namespace

// `e` is a pointer whose length is wanted: settled when the whole program has been looked at.
void Checker::length_of(const Expr* pointer) {
  if (par_) error(Msg::LengthInPar, pointer->where, {"the length of what is behind a pointer"});
  lengths_.push_back(pointer);
}

void Checker::check_lengths() {
  if (lengths_.empty() || reporter_.has_errors()) return;
  Facts facts;
  auto initial = [&](const Var* v) {
    facts.initialise(v->type, v, v->init);
    any_expr(v->init, [&](const Expr& e) { return facts.look(e); });
  };
  for (const Var* v : program_.globals) initial(v);
  for (const Record* r : program_.records) {
    for (const Func* f : r->methods) {
      if (r->is_protocol) facts.requirements.insert(f->name);
    }
    for (const Var* v : r->statics) initial(v);
  }
  for (const Func* f : program_.funcs) {
    if (f->body) facts.look(*f);
  }
  for (const Expr* e : lengths_) {
    std::set<Holder> seen;
    if (const SourceRange* where = facts.other(e, seen))
      error(Msg::LengthUnknown, e->where, {}, {{*where, "this is something else"}});
  }
}

}  // namespace tack::xc
