// SPDX-License-Identifier: Apache-2.0
// Whether a function that gives a value can come to its end without a return.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"
#include "frontend/xc/flow.hpp"

namespace tack::xc {
namespace {

bool always(const Expr* e) {
  return !e || (e->constant && e->type && e->type->is_int() && e->value);
}

// A break that leaves `s` itself, not a loop or switch inside it.
bool breaks(const Stmt* s) {
  if (!s) return false;
  switch (s->kind) {
    case StmtKind::Break:
      return true;
    case StmtKind::While:
    case StmtKind::For:
    case StmtKind::ForRange:
    case StmtKind::ForIn:
    case StmtKind::Switch:
    case StmtKind::Par:
      return false;
    default:
      break;
  }
  if (breaks(s->body) || breaks(s->other)) return true;
  for (const Catch& c : s->catches) {
    if (breaks(c.body)) return true;
  }
  return std::any_of(s->list.begin(), s->list.end(), [](const Stmt* k) { return breaks(k); });
}

// The C library's two that never come back.
bool ends_program(const Expr* e) {
  return e && e->kind == ExprKind::Call && e->func && !e->func->body &&
         (e->func->name == "exit" || e->func->name == "abort");
}

bool falls_through(const std::vector<Stmt*>& list, bool reached = true) {
  for (const Stmt* s : list) {
    if (s->kind == StmtKind::Label || s->kind == StmtKind::Case) reached = true;
    if (reached) reached = falls_through(s);
  }
  return reached;
}

}  // namespace

bool falls_through(const Stmt* s) {
  if (!s) return true;
  switch (s->kind) {
    case StmtKind::Return:
    case StmtKind::Throw:
    case StmtKind::Break:
    case StmtKind::Continue:
    case StmtKind::Goto:
      return false;
    case StmtKind::Expr:
      return !ends_program(s->a);
    case StmtKind::Block:
      return falls_through(s->list);
    case StmtKind::If:
      return !s->other || falls_through(s->body) || falls_through(s->other);
    case StmtKind::While:
    case StmtKind::For:
      return !always(s->a) || breaks(s->body);
    case StmtKind::Switch: {
      if (!s->body || breaks(s->body)) return true;
      bool has_default = std::any_of(s->body->list.begin(), s->body->list.end(), [](const Stmt* k) {
        return k->kind == StmtKind::Case && k->is_default;
      });
      return !has_default || falls_through(s->body->list, false);
    }
    case StmtKind::Try:
      return falls_through(s->body) ||
             std::any_of(s->catches.begin(), s->catches.end(),
                         [](const Catch& c) { return falls_through(c.body); });
    default:
      return true;
  }
}

void Checker::missing_return(const Func& f) {
  // main gives 0 by itself, as in C.
  if (f.results.empty() || f.results[0]->is_error() || f.name == "main" ||
      !falls_through(f.body->list))
    return;
  SourceRange end = f.body->end;
  reporter_.report(Msg::MissingReturn, end, {f.name});
}

}  // namespace tack::xc
