// SPDX-License-Identifier: Apache-2.0
// `for` in its three forms, and what may be said of a loop.
#include "frontend/xc/parser_impl.hpp"

namespace tack::xc {

void Parser::loop_annotations() {
  while (at(":") && cur(1).ident()) {
    take();
    const Token& name = take();
    if (name.is("unroll")) continue;
    if (name.is("goal")) {
      expect("(", "':goal'");
      if (!accept("speed") && !accept("accuracy")) fail(Msg::BadGoal, cur().where);
      expect(")", "the goal");
    } else {
      reporter_.report(Msg::UnknownAnnotation, name.where, {name.text});
    }
  }
}

Stmt* Parser::for_() {
  SourceRange where = take().where;
  expect("(", "'for'");
  size_t n = type_length(0, false);
  bool typed = n > 0 && can_name(cur(n)) && cur(n + 1).is("in");
  bool bare = can_name(cur()) && cur(1).is("in");
  if (typed || bare) {
    Stmt* s = make_stmt(StmtKind::ForRange, where);
    Var& v = program_.var_arena.emplace_back();
    if (typed) v.syntax = type(false);
    v.where = cur().where;
    v.name = variable_name("the type");
    s->vars.push_back(&v);
    expect("in", "the loop's variable");
    s->a = ternary();
    if (at("..") || at("...")) {
      s->inclusive = take().text == "...";
      s->b = ternary();
      if (accept("step")) s->c = ternary();
    } else {
      s->kind = StmtKind::ForIn;
    }
    expect(")", "the range");
    loop_annotations();
    s->body = body("'for'");
    return s;
  }
  if (n > 0 && can_name(cur(n)) && cur(n + 1).is(":")) {
    fail(Msg::ForColon, cur(n + 1).where);
    return make_stmt(StmtKind::Error, where);
  }
  Stmt* s = make_stmt(StmtKind::For, where);
  if (at(";")) {
    take();
  } else if (starts_declaration()) {
    s->init = declaration_statement();
  } else {
    // `i = 0, j = 1`: several expressions, one after the other.
    s->init = make_stmt(StmtKind::Block, cur().where);
    do {
      Stmt* e = make_stmt(StmtKind::Expr, cur().where);
      e->a = expression();
      s->init->list.push_back(e);
    } while (accept(","));
    expect(";", "the loop's start");
  }
  if (!at(";")) s->a = expression();
  expect(";", "the loop's condition");
  if (!at(")")) {
    do {
      s->exprs.push_back(expression());
    } while (accept(","));
  }
  expect(")", "the loop's step");
  loop_annotations();
  s->body = body("'for'");
  return s;
}

}  // namespace tack::xc
