// SPDX-License-Identifier: Apache-2.0
// Operators and conversions.
#include <algorithm>

#include "frontend/xc/lower_function.hpp"
#include "support/ice.hpp"

namespace tack::xc {

using IrOp = ir::Op;

Inst* FunctionLowering::truth_of(Inst* v) {
  if (v->type == ir::kI1) return v;
  return b_.ne(v, b_.constant(v->type, 0));
}

Inst* FunctionLowering::compare(Op op, Inst* a, Inst* b) {
  IrOp to = op == Op::Lt   ? IrOp::Lt
            : op == Op::Gt ? IrOp::Gt
            : op == Op::Le ? IrOp::Le
            : op == Op::Ge ? IrOp::Ge
            : op == Op::Eq ? IrOp::Eq
                           : IrOp::Ne;
  if (a->type.is_ptr() && to != IrOp::Eq && to != IrOp::Ne) {
    a = b_.bitcast(ir::kU64, a);
    b = b_.bitcast(ir::kU64, b);
  }
  return b_.emit(to, {a, b});
}

Inst* FunctionLowering::logical(Expr* e) {
  Inst* a = condition(e->a);
  bool conjunction = e->op == Op::And;
  if (is_simple(e->b)) {
    Inst* b = condition(e->b);
    return conjunction ? b_.bit_and(a, b) : b_.bit_or(a, b);
  }
  Inst* var = local_var(ir::kI1, conjunction ? "and" : "or");
  b_.store(var, a);
  Inst* branch = b_.if_(a);
  b_.in(*branch->regions[conjunction ? 0 : 1], [&] { b_.store(var, condition(e->b)); });
  return b_.load(var);
}

Inst* FunctionLowering::condition(Expr* e) {
  at(e->where);
  if (e->constant) {
    bool yes = e->type->is_float() ? e->real != 0 : e->value != 0;
    return b_.i1(yes);
  }
  if (e->kind == ExprKind::Bind) return binds(e);
  if (e->type->is_callback()) return callback_holds(aggregate(e));
  switch (e->kind) {
    case ExprKind::Unary:
      if (e->op == Op::Not) return b_.bit_not(condition(e->a));
      break;
    case ExprKind::Binary:
      if (e->op == Op::And || e->op == Op::Or) return logical(e);
      if (e->op >= Op::Lt && e->op <= Op::Ne) {
        if (!host() && e->a->type->is_pointer()) return pointer_compare(e);
        Inst* a = value(e->a);
        Inst* b = value(e->b);
        at(e->where);
        return compare(e->op, a, b);
      }
      if (e->is_bool && (e->op == Op::BitAnd || e->op == Op::BitOr || e->op == Op::BitXor)) {
        Inst* a = condition(e->a);
        Inst* b = condition(e->b);
        return b_.emit(e->op == Op::BitAnd  ? IrOp::And
                       : e->op == Op::BitOr ? IrOp::Or
                                            : IrOp::Xor,
                       {a, b});
      }
      break;
    case ExprKind::Cast:
      if (e->implicit && e->a->is_bool && e->type->is_int()) return condition(e->a);
      break;
    default:
      break;
  }
  if (!host() && e->type->is_pointer()) return pointer_is_set(e);
  return truth_of(value(e));
}

Inst* FunctionLowering::rotate(Op op, const Type* t, Inst* a, Inst* b) {
  const Type* u = types_.integer(t->bits(), false);
  ir::Type type = ir_scalar(u);
  Inst* x = b_.convert(type, a);
  Inst* n = b_.convert(type, b);
  // Counts are taken modulo the width, which also serves a count of 0.
  Inst* back = b_.sub(b_.constant(type, static_cast<uint64_t>(t->bits())), n);
  if (op == Op::Ror) std::swap(n, back);
  Inst* r = b_.bit_or(b_.emit(IrOp::Shl, {x, n}), b_.emit(IrOp::Shr, {x, back}));
  return b_.convert(ir_scalar(t), r);
}

Inst* FunctionLowering::arithmetic(Op op, const Type* t, Inst* a, Inst* b) {
  switch (op) {
    case Op::Add:
      return b_.add(a, b);
    case Op::Sub:
      return b_.sub(a, b);
    case Op::Mul:
      return b_.mul(a, b);
    case Op::Div:
      return b_.emit(IrOp::Div, {a, b});
    case Op::Rem:
      return b_.emit(IrOp::Rem, {a, b});
    case Op::Shl:
      return b_.emit(IrOp::Shl, {a, b});
    case Op::Shr:
      return b_.emit(IrOp::Shr, {a, b});
    case Op::BitAnd:
      return b_.bit_and(a, b);
    case Op::BitOr:
      return b_.bit_or(a, b);
    case Op::BitXor:
      return b_.emit(IrOp::Xor, {a, b});
    case Op::Rol:
    case Op::Ror:
      return rotate(op, t, a, b);
    default:
      TACK_ICE("not arithmetic");
  }
}

// An index as a byte offset.
Inst* FunctionLowering::scaled(Inst* index, const Type* element, bool negate) {
  Inst* wide = b_.convert(ir::kI64, index);
  uint64_t size = element->is_void() ? 1 : size_of(element);
  if (size != 1) wide = b_.mul(wide, b_.i64(static_cast<int64_t>(size)));
  return negate ? b_.emit(IrOp::Neg, {wide}) : wide;
}

Inst* FunctionLowering::binary(Expr* e) {
  if (e->op == Op::And || e->op == Op::Or || (e->op >= Op::Lt && e->op <= Op::Ne))
    return b_.convert(ir::kU8, condition(e));
  if (!host() && is_flat_index(e)) return b_.convert(type(e->type), flat_index());
  bool pointer_a = e->a->type->is_pointer(), pointer_b = e->b->type->is_pointer();
  if (!host() && pointer_a && pointer_b) return pointer_distance(e->a, e->b);
  Inst* a = value(e->a);
  Inst* b = value(e->b);
  at(e->where);
  if (pointer_a && pointer_b) {
    Inst* bytes = b_.sub(b_.bitcast(ir::kI64, a), b_.bitcast(ir::kI64, b));
    uint64_t size = e->a->type->to->is_void() ? 1 : size_of(e->a->type->to);
    return size == 1 ? bytes : b_.emit(IrOp::Div, {bytes, b_.i64(static_cast<int64_t>(size))});
  }
  if (pointer_a) return b_.ptr_add(a, scaled(b, e->type->to, e->op == Op::Sub));
  if (pointer_b) return b_.ptr_add(b, scaled(a, e->type->to));
  return arithmetic(e->op, e->type, a, b);
}

Inst* FunctionLowering::conditional(Expr* e) {
  Inst* c = condition(e->a);
  if (e->type->is_void()) {
    Inst* branch = b_.if_(c);
    b_.in(*branch->regions[0], [&] { effect(e->b); });
    b_.in(*branch->regions[1], [&] { effect(e->c); });
    return nullptr;
  }
  if (is_simple(e->b) && is_simple(e->c)) {
    Inst* yes = value(e->b);
    Inst* no = value(e->c);
    return b_.select(c, yes, no);
  }
  Inst* var = local_var(type(e->type), "choice");
  Inst* branch = b_.if_(c);
  b_.in(*branch->regions[0], [&] { b_.store(var, value(e->b)); });
  b_.in(*branch->regions[1], [&] { b_.store(var, value(e->c)); });
  return b_.load(var);
}

Inst* FunctionLowering::convert(Inst* v, const Type* from, const Type* to) {
  if (from == to) return v;
  if (from->is_number() && to->is_number()) return b_.convert(ir_scalar(to), v);
  if (from->is_pointer() && to->is_pointer()) return v;
  if (from->is_int() && to->is_pointer()) return b_.bitcast(ir::kPtr, b_.convert(ir::kU64, v));
  if (from->is_pointer() && to->is_int()) return b_.convert(ir_scalar(to), b_.bitcast(ir::kU64, v));
  TACK_ICE("conversion from " + spell(from) + " to " + spell(to));
}

}  // namespace tack::xc
