// SPDX-License-Identifier: Apache-2.0
// Loops over arrays, parts of them, and what `new T[n]` made.
#include "frontend/xc/ast_walk.hpp"
#include "frontend/xc/lower_function.hpp"
#include "runtime/xc/object_layout.h"

namespace tack::xc {

// How many elements `new T[n]` made; 0 for null.
ir::Function& ModuleLowering::block_length() {
  if (block_length_) return *block_length_;
  block_length_ = module->add_function("xc.length", ir::FunctionKind::Function);
  block_length_->is_host = true;
  block_length_->loc = last_loc_;
  block_length_->results = {ir::kU64};
  Inst* block = block_length_->add_param(ir::kPtr, "block");
  ir::Builder b(*block_length_);
  b.set_loc(last_loc_);
  Inst* branch = b.if_(b.eq(block, b.constant(ir::kPtr, 0)));
  b.in(*branch->regions[0], [&] { b.ret({b.constant(ir::kU64, 0)}); });
  b.ret({b.ptr_load(ir::kU64, b.ptr_add(block, b.i64(-TACK_XC_BLOCK_PREFIX)))});
  return *block_length_;
}

Inst* FunctionLowering::length(Expr* e) {
  if (!host()) {
    shared_.not_built(e->where, "lengths of what is behind pointers in a par body");
    return b_.constant(ir::kU32, 0);
  }
  Inst* pointer = value(e->a);
  at(e->where);
  return b_.convert(ir::kU32, b_.call(shared_.block_length(), {pointer}));
}

void FunctionLowering::for_in(Stmt* s) {
  Var& v = *s->vars[0];
  const Type* t = s->a->type;
  bool pointer = t->is_pointer();
  if (pointer && !host() && (s->exprs.empty() || !s->exprs[1]))
    return shared_.not_built(s->where, "loops over all that is behind a pointer in a par body");
  // An array in an object stays while the loop goes over it, whatever the body does.
  open_scope();
  for (const Expr* e : s->exprs) {
    if (e) later_.push_back(e);
  }
  any_expr(s->body, [&](const Expr& e) {
    if (e.kind == ExprKind::Assign || e.kind == ExprKind::Call || e.kind == ExprKind::New)
      later_.push_back(&e);
    return false;
  });
  Place whole;
  if (pointer && !host()) {
    later_.clear();
    whole = pointee(s->a);
  } else if (pointer) {
    later_.clear();
    whole = behind(value(s->a), t);
  } else {
    whole = place(s->a);
    later_.clear();
  }
  Expr* begin = s->exprs.empty() ? nullptr : s->exprs[0];
  Expr* end = s->exprs.empty() ? nullptr : s->exprs[1];
  Inst* low = begin ? b_.convert(ir::kI64, value(begin)) : b_.i64(0);
  Inst* high = nullptr;
  if (end) {
    high = b_.convert(ir::kI64, value(end));
    if (s->inclusive) high = b_.add(high, b_.i64(1));
  } else if (pointer) {
    high = b_.convert(ir::kI64, b_.call(shared_.block_length(), {whole.base}));
  } else {
    high = b_.i64(static_cast<int64_t>(t->count));
  }
  at(s->where);
  // The variable holds what it stands for, unless nothing can take that from the array meanwhile.
  bool counts = v.type->counts();
  bool weak = t->to->is_weak();
  bool borrows = v.type->is_counted() && !weak && !v.assigned && !v.address_taken && !hoist_ &&
                 !shared_.letting_go.may(s->body);
  Place own;
  if (counts && !borrows) {
    own = counted_var(v.type, v.name);
    vars_[&v] = own.base;
    destroy_at_end(own);
  }
  Inst* loop = b_.for_range(low, high, b_.i64(1), "k");
  b_.in(loop->body(), [&] {
    Place from;
    if (!pointer) {
      from = element(whole, loop->index);
    } else if (host()) {
      from = behind(b_.ptr_add(whole.base, scaled(loop->index, t->to)), t->to);
    } else {
      std::optional<Place> there = moved(whole, loop->index);
      from = there ? *there : not_followed(s->a);
    }
    if (borrows) {
      values_[&v] = load(from);
    } else if (weak) {
      take(variable(v, v.where), weak_get(load(from)));
    } else if (v.type->is_counted()) {
      copy_in(variable(v, v.where), load(from));
    } else {
      if (!counts) vars_[&v] = local_var(type(v.type), v.name);
      Place to = variable(v, v.where);
      if (v.type->is_aggregate()) {
        copy_in(to, from);
      } else {
        store(to, convert(load(from), t->to, v.type));
      }
    }
    loop_body(loop, s);
    if (counts && !borrows && !dead()) destroy(own);
  });
  close_scope();
}

}  // namespace tack::xc
