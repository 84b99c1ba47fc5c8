// SPDX-License-Identifier: Apache-2.0
#include "frontend/xc/reduction_check.hpp"

#include <algorithm>
#include <array>
#include <cctype>
#include <string>

#include "frontend/xc/ast_walk.hpp"

namespace tack::xc {
namespace {

struct OpFacts {
  std::string_view name;
  std::string_view update;     // with S for the variable
  bool keeps_repeats;          // seeing a value twice changes nothing: conditions may look at it
  std::array<Op, 3> both;      // s op x, x op s
  std::array<Op, 3> left;      // s op x only
  std::array<Op, 2> negation;  // op s
};

const OpFacts& facts(ParOp op) {
  static const OpFacts kFacts[] = {
      {"+", "'S += x'", false, {Op::Add}, {Op::Sub}, {Op::Plus}},
      {"*", "'S *= x'", false, {Op::Mul}, {Op::Shl}, {Op::Plus, Op::Neg}},
      {"&", "'S &= x'", true, {Op::BitAnd, Op::And}, {}, {Op::Plus}},
      {"|", "'S |= x'", true, {Op::BitOr, Op::Or}, {}, {Op::Plus}},
      {"^", "'S ^= x'", false, {Op::BitXor, Op::Ne}, {}, {Op::BitNot, Op::Not}},
      {"min", "'if (x < S) S = x'", true, {}, {}, {Op::Plus}},
      {"max", "'if (x > S) S = x'", true, {}, {}, {Op::Plus}},
  };
  return kFacts[static_cast<size_t>(op)];
}

template <size_t N>
bool has(const std::array<Op, N>& list, Op op) {
  return op != Op::None && std::find(list.begin(), list.end(), op) != list.end();
}

// Without the conversions that the language inserts.
const Expr* bare(const Expr* e) {
  while (e && e->kind == ExprKind::Cast) e = e->a;
  return e;
}

bool reads(const Expr* e, const Var* v) {
  return any_expr(e, [&](const Expr& x) { return x.kind == ExprKind::Name && x.var == v; });
}

bool alike(const Expr* a, const Expr* b) {
  a = bare(a);
  b = bare(b);
  if (!a || !b) return a == b;
  if (a->constant && b->constant) return a->value == b->value && a->real == b->real;
  return a->kind == b->kind && a->op == b->op && a->var == b->var && a->name == b->name &&
         a->field == b->field && a->func == b->func && a->list.size() == b->list.size() &&
         alike(a->a, b->a) && alike(a->b, b->b) && alike(a->c, b->c) &&
         std::equal(a->list.begin(), a->list.end(), b->list.begin(),
                    [](const Expr* x, const Expr* y) { return alike(x, y); });
}

struct ReductionCheck {
  const Reduction& reduction;
  Reporter& reporter;
  const Var* v = reduction.var;
  const OpFacts& op = facts(reduction.op);
  bool extreme = reduction.op == ParOp::Min || reduction.op == ParOp::Max;
  bool compared = false;               // some condition of the body looks at the variable
  std::vector<const Expr*> guards{};   // conditions of the ifs around that hold
  std::vector<const Expr*> rejects{};  // and of those whose 'else' this is

  std::string advice() const {
    std::string text(op.update);
    for (size_t at = text.find('S'); at != std::string::npos; at = text.find('S', at))
      text.replace(at, 1, v->name), at += v->name.size();
    return text;
  }
  void other_update(const Expr* e) {
    reporter.report(Msg::ReduceOther, e->where, {v->name, op.name, advice()});
  }
  void read(const Expr* e) { reporter.report(Msg::ReduceRead, e->where, {v->name, advice()}); }

  // Whether a comparison lets the wrong ones through: x < s where the greatest is wanted, with
  // the x that is then assigned.
  bool wrong_way(const Expr* condition, const Expr* assigned, bool holds) const {
    const Expr* c = bare(condition);
    while (c && c->kind == ExprKind::Unary && c->op == Op::Not) {
      c = bare(c->a);
      holds = !holds;
    }
    if (!c || c->kind != ExprKind::Binary) return false;
    bool less = c->op == Op::Lt || c->op == Op::Le, more = c->op == Op::Gt || c->op == Op::Ge;
    if (!less && !more) return false;
    const Expr* a = bare(c->a);
    const Expr* b = bare(c->b);
    bool left = a->kind == ExprKind::Name && a->var == v && alike(b, assigned);
    bool right = b->kind == ExprKind::Name && b->var == v && alike(a, assigned);
    if (left == right) return false;
    // Is the assigned value the greater one?
    bool greater = (left ? less : more) == holds;
    return greater != (reduction.op == ParOp::Max);
  }

  // A value that the variable may be set to whatever it holds.
  bool absorbs(const Expr* e) const {
    const Expr* value = bare(e);
    if (!value->constant) return false;
    bool zero = value->type && value->type->is_float() ? value->real == 0 : value->value == 0;
    switch (reduction.op) {
      case ParOp::Mul:
      case ParOp::And:
        return zero;
      case ParOp::Or:
        return !zero;
      case ParOp::Min:
      case ParOp::Max:
        return true;
      default:
        return false;
    }
  }

  // Whether `e` is the variable with something combined into it by the operator.
  bool combines(const Expr* e) {
    e = bare(e);
    if (e->kind == ExprKind::Name && e->var == v) return true;
    switch (e->kind) {
      case ExprKind::Unary:
        return has(op.negation, e->op) && combines(e->a);
      case ExprKind::Binary:
        if (!reads(e->b, v) && (has(op.both, e->op) || has(op.left, e->op))) return combines(e->a);
        return !reads(e->a, v) && has(op.both, e->op) && combines(e->b);
      case ExprKind::Cond:
        if (extreme && reads(e->a, v)) {
          const Expr* b = bare(e->b);
          const Expr* c = bare(e->c);
          bool first = !reads(b, v), second = !reads(c, v);
          if (first && second) return false;
          if (first && wrong_way(e->a, b, true)) return false;
          if (second && wrong_way(e->a, c, false)) return false;
          return (first || combines(b)) && (second || combines(c));
        }
        if (!op.keeps_repeats && reads(e->a, v)) return false;
        return (combines(e->b) || absorbs(e->b)) && (combines(e->c) || absorbs(e->c));
      case ExprKind::Call: {
        // What a function does is its own affair, but its name may say it.
        std::string name(e->func ? e->func->name : e->name);
        for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
        bool min = name.find("min") != std::string::npos;
        bool max = name.find("max") != std::string::npos;
        if (min != max && (reduction.op == ParOp::Min) != min) return false;
        int given = 0;
        for (const Expr* k : e->list) {
          if (!reads(k, v)) continue;
          if (++given > 1 || !combines(k)) return false;
        }
        return given == 1;
      }
      default:
        return false;
    }
  }

  bool wrong_guard(const Expr* assigned) const {
    auto wrong = [&](const std::vector<const Expr*>& list, bool holds) {
      return std::any_of(list.begin(), list.end(),
                         [&](const Expr* c) { return wrong_way(c, assigned, holds); });
    };
    return wrong(guards, true) || wrong(rejects, false);
  }

  // `s = ...`, `s += ...`
  void assigned(const Expr* e) {
    if (e->op != Op::None) {
      bool good = (has(op.both, e->op) || has(op.left, e->op)) && !reads(e->b, v);
      if (!good) other_update(e);
      return;
    }
    if (combines(e->b)) return;
    if (reads(e->b, v)) return other_update(e);
    bool good = absorbs(e->b) || (extreme && compared);
    if (!good || (extreme && wrong_guard(e->b))) other_update(e);
  }

  // `used`: what the expression gives is looked at; `condition`: by a test.
  void expr(const Expr* e, bool used, bool condition) {
    if (!e) return;
    switch (e->kind) {
      case ExprKind::Name:
        if (e->var == v && used && !(condition && op.keeps_repeats)) read(e);
        return;
      case ExprKind::Assign:
        if (e->a->kind == ExprKind::Name && e->a->var == v) {
          if (used) read(e);
          assigned(e);
          if (!reads(e->b, v)) expr(e->b, true, false);
          return;
        }
        expr(e->a, true, false);
        expr(e->b, true, false);
        return;
      case ExprKind::Step:
        if (e->a->kind == ExprKind::Name && e->a->var == v) {
          if (used) read(e);
          if (reduction.op != ParOp::Add) other_update(e);
          return;
        }
        expr(e->a, true, false);
        return;
      case ExprKind::Cond:
        expr(e->a, true, true);
        guards.push_back(e->a);
        expr(e->b, used, condition);
        guards.pop_back();
        rejects.push_back(e->a);
        expr(e->c, used, condition);
        rejects.pop_back();
        return;
      case ExprKind::Index:
        expr(e->a, true, false);
        expr(e->b, true, false);
        return;
      default:
        expr(e->a, true, condition);
        expr(e->b, true, condition);
        expr(e->c, true, condition);
        for (const Expr* k : e->list) expr(k, true, condition);
    }
  }

  // Whether a condition anywhere in the body looks at the variable.
  bool looks(const Stmt* body) const {
    bool found =
        any_expr(body, [&](const Expr& e) { return e.kind == ExprKind::Cond && reads(e.a, v); });
    each_stmt(body, [&](const Stmt& s) {
      if (s.kind == StmtKind::If || s.kind == StmtKind::While || s.kind == StmtKind::For)
        found = found || reads(s.a, v);
    });
    return found;
  }

  void stmt(const Stmt* s) {
    if (!s) return;
    switch (s->kind) {
      case StmtKind::Expr:
        stmt(s->init);
        return expr(s->a, false, false);
      case StmtKind::Decl:
        for (const Var* k : s->vars) expr(k->init, true, false);
        return;
      case StmtKind::If:
        expr(s->a, true, true);
        guards.push_back(s->a);
        stmt(s->body);
        guards.pop_back();
        rejects.push_back(s->a);
        stmt(s->other);
        rejects.pop_back();
        return;
      case StmtKind::While:
      case StmtKind::For:
        stmt(s->init);
        expr(s->a, true, true);
        for (const Expr* e : s->exprs) expr(e, false, false);
        stmt(s->body);
        return;
      default:
        expr(s->a, true, false);
        expr(s->b, true, false);
        for (const Expr* e : s->exprs) expr(e, true, false);
        stmt(s->init);
        stmt(s->body);
        stmt(s->other);
        for (const Stmt* k : s->list) stmt(k);
    }
  }
};

}  // namespace

void check_reductions(const Stmt& par, Reporter& reporter) {
  for (const Reduction& r : par.reductions) {
    if (!r.var) continue;
    ReductionCheck check{r, reporter};
    check.compared = check.looks(par.body);
    check.stmt(par.body);
  }
}

}  // namespace tack::xc
