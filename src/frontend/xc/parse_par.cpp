// SPDX-License-Identifier: Apache-2.0
// par blocks and their clauses.
#include "frontend/xc/parser_impl.hpp"

namespace tack::xc {

// par is an ordinary name too, of a label as well: a block starts only where `{`, a clause or a
// name and one of these follow it.
bool Parser::starts_par() const {
  if (!at("par")) return false;
  // What looks like a clause is read as one, known or not, so that its fault is named there. But
  // `par: foo(3);` is a label and a call.
  auto clause = [&](size_t n) {
    if (!cur(n).is(":") || !cur(n + 1).ident()) return false;
    bool known = cur(n + 1).is("grid") || cur(n + 1).is("reduce") || cur(n + 1).is("goal");
    if (cur(n + 2).is("{") || cur(n + 2).is(":")) return can_name(cur(n + 1));
    if (!cur(n + 2).is("(")) return false;
    if (known) return true;
    if (!can_name(cur(n + 1))) return false;
    size_t k = n + 3;
    for (int depth = 1; depth > 0; ++k) {
      if (cur(k).kind == Tok::End || cur(k).is(";") || cur(k).is("{")) return false;
      if (cur(k).is("(")) ++depth;
      if (cur(k).is(")")) --depth;
    }
    return cur(k).is("{") || cur(k).is(":");
  };
  if (cur(1).is("{") || clause(1)) return true;
  return can_name(cur(1)) && (cur(2).is("{") || clause(2));
}

void Parser::par_reduce(Stmt& s) {
  struct Name {
    std::string_view text;
    ParOp op;
  };
  constexpr Name kOps[] = {{"+", ParOp::Add},  {"*", ParOp::Mul}, {"&", ParOp::And},
                           {"|", ParOp::Or},   {"^", ParOp::Xor}, {"min", ParOp::Min},
                           {"max", ParOp::Max}};
  expect("(", "':reduce'");
  const Token& t = cur();
  Reduction r;
  bool found = false;
  for (const Name& name : kOps) {
    if (t.is(name.text)) {
      r.op = name.op;
      found = true;
    }
  }
  if (!found && !panic_) reporter_.report(Msg::BadReduceOp, t.where, {describe(t)});
  take();
  r.where = cur().where;
  r.name = variable_name("the operator");
  expect(")", "the reduction");
  for (const Reduction& other : s.reductions) {
    if (other.name == r.name && !panic_) reporter_.report(Msg::ReducedTwice, r.where, {r.name});
  }
  s.reductions.push_back(r);
}

void Parser::par_clause(Stmt& s, bool& goal) {
  const Token& clause = take();
  std::string_view meant = clause.text;
  if (meant != "grid" && meant != "reduce" && meant != "goal") {
    meant = nearest(clause.text, {"grid", "reduce", "goal"});
    reporter_.report(Msg::UnknownClause, clause.where,
                     {clause.text, did_you_mean(clause.text, {"grid", "reduce", "goal"})});
  }
  if (meant == "reduce") {
    par_reduce(s);
  } else if (meant == "grid") {
    if (!s.grid.empty()) reporter_.report(Msg::ClauseTwice, clause.where, {"grid"});
    s.grid = arguments();
    size_t sizes = s.grid.size();
    if ((sizes < 2 || sizes > 3) && !panic_)
      reporter_.report(Msg::GridSizes, clause.where, {std::to_string(sizes)});
    // What follows is checked as a grid's body all the same.
    while (s.grid.size() < 2) s.grid.push_back(make_expr(ExprKind::Error, clause.where));
    if (s.grid.size() > 3) s.grid.resize(3);
  } else if (meant == "goal") {
    if (goal) reporter_.report(Msg::ClauseTwice, clause.where, {"goal"});
    goal = true;
    expect("(", "':goal'");
    if (accept("accuracy")) {
      s.accuracy = true;
    } else if (!accept("speed")) {
      fail(Msg::BadGoal, cur().where);
    }
    expect(")", "the goal");
  } else if (at("(")) {
    arguments();
  }
}

Stmt* Parser::par() {
  const Token& t = take();
  Stmt* s = make_stmt(StmtKind::Par, t.where);
  if (can_name(cur())) s->name = take().text;
  size_t errors = reporter_.errors();
  bool goal = false;
  while (at(":")) {
    take();
    par_clause(*s, goal);
    skip_to_close();
    if (panic_) return s;
  }
  if (at("for")) {
    reporter_.report(Msg::ParFor, t.where, {"{", "}"});
    s->body = make_stmt(StmtKind::Block, cur().where);
    s->body->list.push_back(for_());
    s->body->end = cur().where;
  } else {
    s->body = block();
  }
  s->faulty = reporter_.errors() != errors;
  return s;
}

}  // namespace tack::xc
