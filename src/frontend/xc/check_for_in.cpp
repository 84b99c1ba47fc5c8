// SPDX-License-Identifier: Apache-2.0
// Loops over arrays.
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

void Checker::for_in(Stmt* s) {
  Var& v = *s->vars[0];
  s->a = raw(s->a);
  const Type* t = s->a->type;
  const Type* element = types_.error();
  if (t->is_array()) {
    mark_address(s->a);
    element = t->to;
  } else if (!t->is_error()) {
    error(Msg::NotBuilt, s->a->where, {"loops over anything but ranges and fixed arrays"});
  }
  v.type = v.syntax ? object_type(v.syntax, v.where) : element;
  if (!v.type->is_error() && !element->is_error()) {
    Expr* value = make(ExprKind::Name, s->a->where, element);
    if (cost(value, v.type, Use::Assign) < 0) {
      error(Msg::NoConversion, v.where, {spell(element), spell(v.type), "a value"});
      v.type = types_.error();
    }
  }
  scopes_.emplace_back();
  declare(v);
  ++loops_;
  scopes_.emplace_back();
  stmt(s->body);
  scopes_.pop_back();
  --loops_;
  scopes_.pop_back();
}

}  // namespace tack::xc
