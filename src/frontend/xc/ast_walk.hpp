// SPDX-License-Identifier: Apache-2.0
// Every expression below an expression or a statement, for those who look for something anywhere
// in there. The parser bounds how deep that is.
#pragma once

#include "frontend/xc/ast.hpp"

namespace tack::xc {

// Whether `found` says yes to the expression or to one below it, outermost first.
template <class Found>
bool any_expr(const Expr* e, const Found& found) {
  if (!e) return false;
  if (found(*e)) return true;
  for (const Expr* k : {e->a, e->b, e->c}) {
    if (any_expr(k, found)) return true;
  }
  for (const Expr* k : e->list) {
    if (any_expr(k, found)) return true;
  }
  return false;
}

// The same for the expressions of a statement, of the variables it declares and of the statements
// in it.
template <class Found>
bool any_expr(const Stmt* s, const Found& found) {
  if (!s) return false;
  for (const Expr* e : {s->a, s->b, s->c}) {
    if (any_expr(e, found)) return true;
  }
  for (const auto* exprs : {&s->exprs, &s->label_ends, &s->grid}) {
    for (const Expr* e : *exprs) {
      if (any_expr(e, found)) return true;
    }
  }
  for (const Var* v : s->vars) {
    if (any_expr(v->init, found)) return true;
  }
  for (const Stmt* k : {s->init, s->body, s->other}) {
    if (any_expr(k, found)) return true;
  }
  for (const Stmt* k : s->list) {
    if (any_expr(k, found)) return true;
  }
  for (const Catch& c : s->catches) {
    if (any_expr(c.body, found)) return true;
  }
  return false;
}

// Every statement below one, itself first.
template <class Visit>
void each_stmt(const Stmt* s, const Visit& visit) {
  if (!s) return;
  visit(*s);
  for (const Stmt* k : {s->init, s->body, s->other}) each_stmt(k, visit);
  for (const Stmt* k : s->list) each_stmt(k, visit);
  for (const Catch& c : s->catches) each_stmt(c.body, visit);
}

}  // namespace tack::xc
