// SPDX-License-Identifier: Apache-2.0
// Loops over arrays.
#include "frontend/xc/ast_walk.hpp"
#include "frontend/xc/lower_function.hpp"

namespace tack::xc {

void FunctionLowering::for_in(Stmt* s) {
  Var& v = *s->vars[0];
  const Type* array = s->a->type;
  // An array in an object stays while the loop goes over it, whatever the body does.
  open_scope();
  any_expr(s->body, [&](const Expr& e) {
    if (e.kind == ExprKind::Assign || e.kind == ExprKind::Call || e.kind == ExprKind::New)
      later_.push_back(&e);
    return false;
  });
  Place whole = place(s->a);
  later_.clear();
  Inst* loop = b_.for_range(b_.i64(0), b_.i64(static_cast<int64_t>(array->count)), b_.i64(1), "k");
  b_.in(loop->body(), [&] {
    Place from = element(whole, loop->index);
    Inst* var = local_var(type(v.type), v.name);
    vars_[&v] = var;
    Place to = variable(v, v.where);
    if (v.type->is_struct()) {
      copy(to, from);
    } else {
      store(to, convert(load(from), array->to, v.type));
    }
    loop_body(loop, s);
  });
  close_scope();
}

}  // namespace tack::xc
