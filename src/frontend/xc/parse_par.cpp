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
  if (!found) {
    fail(Msg::BadReduceOp, t.where, {describe(t)});
    return;
  }
  take();
  r.where = cur().where;
  r.name = variable_name("the operator");
  expect(")", "the reduction");
  for (const Reduction& other : s.reductions) {
    if (other.name == r.name && !panic_) reporter_.report(Msg::ReducedTwice, r.where, {r.name});
  }
  s.reductions.push_back(r);
}

Stmt* Parser::par() {
  const Token& t = take();
  Stmt* s = make_stmt(StmtKind::Par, t.where);
  if (can_name(cur())) s->name = take().text;
  bool goal = false;
  while (at(":")) {
    take();
    const Token& clause = take();
    if (clause.is("reduce")) {
      par_reduce(*s);
    } else if (clause.is("grid")) {
      if (!s->grid.empty()) reporter_.report(Msg::ClauseTwice, clause.where, {"grid"});
      s->grid = arguments();
      if ((s->grid.size() < 2 || s->grid.size() > 3) && !panic_) {
        fail(Msg::GridSizes, clause.where, {std::to_string(s->grid.size())});
      }
    } else if (clause.is("goal")) {
      if (goal) reporter_.report(Msg::ClauseTwice, clause.where, {"goal"});
      goal = true;
      expect("(", "':goal'");
      if (accept("accuracy")) {
        s->accuracy = true;
      } else if (!accept("speed")) {
        fail(Msg::BadGoal, cur().where);
      }
      expect(")", "the goal");
    } else {
      fail(Msg::UnknownClause, clause.where,
           {clause.text, did_you_mean(clause.text, {"grid", "reduce", "goal"})});
    }
    if (panic_) return s;
  }
  if (at("for")) {
    reporter_.report(Msg::ParFor, t.where, {"{", "}"});
    s->body = make_stmt(StmtKind::Block, cur().where);
    s->body->list.push_back(for_());
    s->body->end = cur().where;
    return s;
  }
  s->body = block();
  return s;
}

}  // namespace tack::xc
