// SPDX-License-Identifier: Apache-2.0
// What -Wanalyze looks for in checked functions: locals that nobody reads, stores that nobody sees,
// code that nothing reaches, conditions that are known. And, without it, addresses of locals that
// outlive them.
#include <algorithm>
#include <map>

#include "frontend/xc/ast_walk.hpp"
#include "frontend/xc/check.hpp"
#include "frontend/xc/flow.hpp"

namespace tack::xc {
namespace {

const Expr* without_casts(const Expr* e) {
  while (e && (e->kind == ExprKind::Cast || e->kind == ExprKind::Decay) && e->a &&
         e->kind != ExprKind::Decay)
    e = e->a;
  return e;
}

// `&x`, `&x.f`, or an array x as a pointer, of a local.
const Var* local_address(const Expr* e) {
  e = without_casts(e);
  if (!e || (e->kind != ExprKind::Address && e->kind != ExprKind::Decay)) return nullptr;
  const Expr* root = e->a;
  while (root && ((root->kind == ExprKind::Member && root->a && !root->a->type->is_pointer()) ||
                  (root->kind == ExprKind::Index && root->a && root->a->kind == ExprKind::Decay)))
    root = root->kind == ExprKind::Index ? root->a->a : root->a;
  bool local = root && root->kind == ExprKind::Name && root->var && !root->var->is_global;
  return local ? root->var : nullptr;
}

// A place that is still there when the function has ended.
bool outlives(const Expr* place) {
  for (const Expr* e = place; e;) {
    switch (e->kind) {
      case ExprKind::Name:
        return e->var && e->var->is_global;
      case ExprKind::Deref:
        return !local_address(e->a);
      case ExprKind::Index:
        if (e->a->kind != ExprKind::Decay) return true;
        e = e->a->a;
        break;
      case ExprKind::Member:
        if (e->a->type->is_pointer()) return true;
        e = e->a;
        break;
      default:
        return false;
    }
  }
  return false;
}

struct Uses {
  uint32_t reads = 0, stores = 0;
};

class Analysis {
 public:
  Analysis(const Func& f, Reporter& reporter) : f_(f), reporter_(reporter) {}

  void run() {
    stmt(f_.body);
    unused();
    dead_stores(f_.body, true);
  }

 private:
  // --- reads and stores
  // `alone`: as a statement, so that nobody looks at its own value.
  void value(const Expr* e, bool alone = false) {
    if (!e) return;
    if (e->kind == ExprKind::Name && e->var) ++uses_[e->var].reads;
    if (e->kind == ExprKind::Assign) {
      // The variables of main end with the program.
      bool is_main = !f_.owner && f_.name == "main";
      if (const Var* v = local_address(e->b); v && !is_main && outlives(e->a))
        reporter_.report(Msg::AddressEscapes, e->where, {v->name});
    }
    if (e->kind == ExprKind::Assign && e->op == Op::None && e->a->kind == ExprKind::Name &&
        e->a->var) {
      ++uses_[e->a->var].stores;
      if (!alone) ++uses_[e->a->var].reads;
    } else {
      value(e->a);
    }
    if (e->kind == ExprKind::Binary) operator_(*e);
    if (e->kind == ExprKind::Cond) condition(e->a, false);
    value(e->b);
    value(e->c);
    for (const Expr* k : e->list) value(k);
  }

  // `x += 1;` and `x++;` as statements look at x for x alone.
  void effect(const Expr* e) {
    bool updates =
        e && (e->kind == ExprKind::Step || (e->kind == ExprKind::Assign && e->op != Op::None));
    if (updates && e->a->kind == ExprKind::Name && e->a->var) {
      ++uses_[e->a->var].stores;
      if (e->kind == ExprKind::Assign) divisor(e->op, e->b, e->a->type);
      value(e->b);
    } else {
      if (e && e->kind == ExprKind::Assign) divisor(e->op, e->b, e->a->type);
      value(e, true);
    }
  }

  void stmt(const Stmt* s) {
    if (!s) return;
    switch (s->kind) {
      case StmtKind::Expr:
        effect(s->a);
        stmt(s->init);
        return;
      case StmtKind::For:
        for (const Expr* e : s->exprs) effect(e);
        value(s->a);
        break;
      default:
        for (const Expr* e : {s->a, s->b, s->c}) value(e);
        for (const auto* exprs : {&s->exprs, &s->label_ends, &s->grid})
          for (const Expr* e : *exprs) value(e);
        break;
    }
    if (s->kind == StmtKind::If) condition(s->a, false);
    if (s->kind == StmtKind::While || s->kind == StmtKind::For) condition(s->a, true);
    if (s->kind == StmtKind::Return) returns(*s);
    for (const Reduction& r : s->reductions) ++uses_[r.var].reads;
    for (const Var* v : s->vars) {
      if (s->kind == StmtKind::Decl) locals_.push_back(v);
      value(v->init);
    }
    stmt(s->init);
    stmt(s->body);
    stmt(s->other);
    reached(s->list);
    for (const Stmt* k : s->list) stmt(k);
    for (const Catch& c : s->catches) stmt(c.body);
  }

  void returns(const Stmt& s) {
    for (const Expr* e : s.exprs) {
      const Expr* v = without_casts(e);
      if (!v || v->kind != ExprKind::Name || !v->var || v->var->is_global || v->var->is_param ||
          v->var->address_taken || v->var->stores != 0 || !v->var->init)
        continue;
      if (const Var* of = local_address(v->var->init))
        reporter_.report(Msg::AddressEscapes, e->where, {of->name});
    }
  }

  // --- conditions and operators
  void divisor(Op op, const Expr* b, const Type* type) {
    if ((op == Op::Div || op == Op::Rem) && type && type->is_int() && b && b->constant &&
        b->type->is_int() && b->value == 0)
      reporter_.report(Msg::ZeroDivisor, b->where, {op == Op::Div ? "quotient" : "remainder"});
  }

  static std::pair<__int128, __int128> range(const Type* t) {
    int bits = t->bits();
    __int128 one = 1;
    if (t->is_signed()) return {-(one << (bits - 1)), (one << (bits - 1)) - 1};
    return {0, (one << bits) - 1};
  }

  void operator_(const Expr& e) {
    divisor(e.op, e.b, e.type);
    bool compares = e.op >= Op::Lt && e.op <= Op::Ne;
    if (!compares || e.constant || !e.a->type->is_int() || !e.b->type->is_int()) return;
    bool flipped = e.a->constant;
    const Expr* constant = flipped ? e.a : e.b;
    const Expr* other = flipped ? e.b : e.a;
    if (!constant->constant || other->constant) return;
    // The conversions that the checker inserted change no value that the narrower type has.
    while (other->kind == ExprKind::Cast && other->implicit && other->a->type->is_int() &&
           range(other->a->type).first >= range(other->type).first &&
           range(other->a->type).second <= range(other->type).second)
      other = other->a;
    auto [least, most] = range(other->type);
    __int128 c = constant->value;
    Op op = e.op;
    if (flipped) {
      op = op == Op::Lt   ? Op::Gt
           : op == Op::Gt ? Op::Lt
           : op == Op::Le ? Op::Ge
           : op == Op::Ge ? Op::Le
                          : op;
    }
    int known = -1;
    if (op == Op::Lt && (c > most || c <= least)) known = c > most;
    if (op == Op::Le && (c >= most || c < least)) known = c >= most;
    if (op == Op::Gt && (c >= most || c < least)) known = c < least;
    if (op == Op::Ge && (c > most || c <= least)) known = c <= least;
    if ((op == Op::Eq || op == Op::Ne) && (c > most || c < least)) known = op == Op::Ne;
    if (known < 0) return;
    reporter_.report(Msg::KnownComparison, e.where,
                     {known ? "true" : "false", spell(other->type), number(least), number(most)});
  }

  static std::string number(__int128 v) {
    return v < 0 ? std::to_string(static_cast<int64_t>(v))
                 : std::to_string(static_cast<uint64_t>(v));
  }

  void condition(const Expr* e, bool loop) {
    if (!e || !e->constant || !e->type->is_int()) return;
    if (loop && e->value != 0) return;  // while (1)
    reporter_.report(Msg::ConstantCondition, e->where, {e->value ? "true" : "false"});
  }

  // --- reach
  void reached(const std::vector<Stmt*>& list) {
    bool here = true;
    for (const Stmt* s : list) {
      if (s->kind == StmtKind::Label || s->kind == StmtKind::Case) here = true;
      if (s->kind == StmtKind::Empty) continue;
      if (!here) {
        // The `break` behind a return in a switch is a habit.
        if (s->kind != StmtKind::Break && !s->has_label)
          reporter_.report(Msg::Unreachable, s->where);
        return;
      }
      here = falls_through(s);
    }
  }

  // --- stores
  bool interesting(const Var* v) const {
    return !v->is_global && !v->address_taken && !v->is_volatile && !v->name.empty() && v->type &&
           v->type->is_scalar() && !v->type->is_counted();
  }

  void unused() {
    for (const Var* v : locals_) {
      if (v->is_global || v->address_taken || v->name.empty() || !v->type ||
          (v->type->is_pointer() && v->type->is_counted()) || v->is_volatile)
        continue;
      const Uses& u = uses_[v];
      if (u.reads) continue;
      unread_.insert(v);
      reporter_.report(Msg::UnusedLocal, v->where,
                       {v->name, u.stores ? "assigned and never read" : "never used"});
    }
  }

  // The variable that a statement stores to as a whole, and no more.
  static const Var* stored(const Stmt* s) {
    const Expr* e = s->kind == StmtKind::Expr ? s->a : nullptr;
    bool plain =
        e && e->kind == ExprKind::Assign && e->op == Op::None && e->a->kind == ExprKind::Name;
    return plain ? e->a->var : nullptr;
  }
  static bool names(const Stmt* s, const Var* v) {
    return any_expr(s, [&](const Expr& e) { return e.kind == ExprKind::Name && e.var == v; });
  }
  static bool leaves(const Stmt* s) {
    bool found = false;
    each_stmt(s, [&](const Stmt& k) {
      found = found || k.kind == StmtKind::Break || k.kind == StmtKind::Continue ||
              k.kind == StmtKind::Goto || k.kind == StmtKind::Throw || k.kind == StmtKind::Label ||
              k.kind == StmtKind::Try || k.kind == StmtKind::Case || k.kind == StmtKind::Defer;
    });
    return found;
  }

  // A store that the next one in the same list overwrites, or after which a function's own list
  // names the variable no more. Says nothing of what jumps.
  void dead_stores(const Stmt* s, bool outermost) {
    if (!s) return;
    if (f_.has_labels) return;
    for (size_t i = 0; i < s->list.size(); ++i) {
      const Var* v = stored(s->list[i]);
      if (!v || !interesting(v) || unread_.count(v) || reduced(v)) continue;
      bool overwritten = false, seen = false;
      size_t k = i + 1;
      for (; k < s->list.size() && !seen && !overwritten; ++k) {
        const Stmt* next = s->list[k];
        if (stored(next) == v && !any_expr(next->a->b, [&](const Expr& e) {
              return e.kind == ExprKind::Name && e.var == v;
            })) {
          overwritten = true;
        } else {
          seen = names(next, v) || leaves(next);
        }
      }
      bool last = outermost && !seen && k == s->list.size() && !deferred(v);
      if (overwritten || last) reporter_.report(Msg::DeadStore, s->list[i]->a->where, {v->name});
    }
    for (const Stmt* k : {s->init, s->body, s->other}) dead_stores(k, false);
    for (const Stmt* k : s->list) dead_stores(k, false);
    for (const Catch& c : s->catches) dead_stores(c.body, false);
  }

  bool reduced(const Var* v) const {
    bool found = false;
    each_stmt(f_.body, [&](const Stmt& s) {
      for (const Reduction& r : s.reductions) found = found || r.var == v;
    });
    return found;
  }
  bool deferred(const Var* v) const {
    bool found = false;
    each_stmt(f_.body,
              [&](const Stmt& s) { found = found || (s.kind == StmtKind::Defer && names(&s, v)); });
    return found;
  }

  const Func& f_;
  Reporter& reporter_;
  std::map<const Var*, Uses> uses_;
  std::vector<const Var*> locals_;
  std::set<const Var*> unread_;
};

}  // namespace

void analyze(const Program& program, Reporter& reporter) {
  for (const Func* f : program.funcs) {
    if (f->body && !f->from_library) Analysis(*f, reporter).run();
  }
}

}  // namespace tack::xc
