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
  // The variable holds what it stands for, unless nothing can take that from the array meanwhile.
  bool counts = v.type->counts();
  bool borrows = v.type->is_counted() && !v.assigned && !v.address_taken && !hoist_ &&
                 !shared_.letting_go.may(s->body);
  Place own;
  if (counts && !borrows) {
    own = counted_var(v.type, v.name);
    vars_[&v] = own.base;
    destroy_at_end(own);
  }
  Inst* loop = b_.for_range(b_.i64(0), b_.i64(static_cast<int64_t>(array->count)), b_.i64(1), "k");
  b_.in(loop->body(), [&] {
    Place from = element(whole, loop->index);
    if (borrows) {
      values_[&v] = load(from);
    } else if (v.type->is_counted()) {
      copy_in(variable(v, v.where), load(from));
    } else {
      if (!counts) vars_[&v] = local_var(type(v.type), v.name);
      Place to = variable(v, v.where);
      if (v.type->is_struct()) {
        copy_in(to, from);
      } else {
        store(to, convert(load(from), array->to, v.type));
      }
    }
    loop_body(loop, s);
    if (counts && !borrows && !dead()) destroy(own);
  });
  close_scope();
}

}  // namespace tack::xc
