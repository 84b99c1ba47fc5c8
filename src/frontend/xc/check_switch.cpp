// SPDX-License-Identifier: Apache-2.0
// Switches and their labels.
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

void Checker::switch_(Stmt* s) {
  s->a = check(s->a);
  const Type* t = s->a->type;
  if (!t->is_error() && !t->is_int()) {
    error(Msg::SwitchSubject, s->a->where, {spell(t)});
    t = types_.error();
  }
  ++switches_;
  scopes_.emplace_back();
  std::map<__int128, SourceRange> seen;
  bool has_default = false;
  bool started = false;
  auto label = [&](Expr*& e) {
    if (!e) return;
    e = check(e);
    if (e->type->is_error()) return;
    if (!e->constant || !e->type->is_int()) {
      error(Msg::CaseNotConstant, e->where);
      fail(e);
      return;
    }
    if (!t->is_error()) e = cast(e, t, true);
  };
  for (Stmt* inner : s->body->list) {
    if (inner->kind != StmtKind::Case) {
      if (!started && inner->kind != StmtKind::Empty && inner->kind != StmtKind::Error) {
        error(Msg::BeforeCase, inner->where);
        started = true;
      }
      stmt(inner);
      continue;
    }
    started = true;
    if (inner->is_default) {
      if (has_default) error(Msg::SecondDefault, inner->where);
      has_default = true;
      continue;
    }
    Expr*& from = inner->exprs[0];
    label(from);
    if (inner->label_ends.empty()) {
      if (!from->type->is_error() && !seen.insert({from->value, from->where}).second)
        error(Msg::SecondCase, from->where, {std::to_string(static_cast<int64_t>(from->value))});
      continue;
    }
    Expr*& to = inner->label_ends[0];
    label(to);
    if (t->is_error()) continue;
    if (t != types_.u8()) {
      error(Msg::CaseRange, inner->where, {spell(t)});
      continue;
    }
    __int128 low = from ? from->value : 0, high = to ? to->value : 255;
    for (__int128 v = low; v <= high && v < 256; ++v) {
      if (!seen.insert({v, inner->where}).second) {
        error(Msg::SecondCase, inner->where, {std::to_string(static_cast<int64_t>(v))});
        break;
      }
    }
  }
  scopes_.pop_back();
  --switches_;
}

}  // namespace tack::xc
