// SPDX-License-Identifier: Apache-2.0
// Expressions to values.
#include "frontend/xc/lower_function.hpp"
#include "support/ice.hpp"

namespace tack::xc {

Inst* FunctionLowering::constant(const Expr& e) {
  if (e.type->is_float()) {
    if (e.type->kind == TypeKind::Float) return b_.f32(static_cast<float>(e.real));
    return b_.f64(e.real);
  }
  // An address that is written as a number.
  if (e.type->is_pointer() && e.value != 0)
    return b_.bitcast(ir::kPtr, b_.constant(ir::kU64, static_cast<uint64_t>(e.value)));
  return b_.constant(ir_scalar(e.type), static_cast<uint64_t>(e.value));
}

// Cheap, without effects, and fine to work out even where C would not.
bool FunctionLowering::is_simple(const Expr* e, int depth) const {
  if (e->constant) return true;
  if (depth > 6 || !e->type->is_number()) return false;
  switch (e->kind) {
    case ExprKind::Name:
      return e->var && !e->var->is_volatile && !e->type->is_aggregate();
    case ExprKind::Par:
      return true;
    case ExprKind::Unary:
    case ExprKind::Cast:
      return e->a->type->is_number() && is_simple(e->a, depth + 1);
    case ExprKind::Binary:
      return is_simple(e->a, depth + 1) && is_simple(e->b, depth + 1);
    case ExprKind::Cond:
      return is_simple(e->a, depth + 1) && is_simple(e->b, depth + 1) && is_simple(e->c, depth + 1);
    case ExprKind::Member:
      return e->field && !e->a->type->is_pointer() && e->a->kind == ExprKind::Name;
    default:
      return false;
  }
}

// The same at every evaluation in this function.
bool FunctionLowering::is_invariant(const Expr* e, int depth) const {
  if (e->constant) return true;
  if (depth > 8 || !e->type->is_number()) return false;
  switch (e->kind) {
    case ExprKind::Par:
      return true;
    case ExprKind::Name:
      if (!e->var) return false;
      if (!host() && is_captured(*e->var)) return true;
      return !e->var->is_global && !e->var->assigned && !e->var->address_taken;
    case ExprKind::Unary:
    case ExprKind::Cast:
      return e->a->type->is_number() && is_invariant(e->a, depth + 1);
    case ExprKind::Binary:
      return is_invariant(e->a, depth + 1) && is_invariant(e->b, depth + 1);
    default:
      return false;
  }
}

Inst* FunctionLowering::cast(Expr* e) {
  const Type* from = e->a->type;
  const Type* to = e->type;
  if (to->is_void()) {
    effect(e->a);
    return nullptr;
  }
  if (to->is_block())
    return from->is_block() ? value(e->a) : b_.addr_of(shared_.constant_block(*e->a->func));
  if (from->is_object() && to->is_object()) {
    Inst* v = value(e->a);
    bool up = is_kind_of(*from->to->record, *to->to->record);
    return up ? v : checked_downcast(v, to, e->may_fail, e->where);
  }
  if (e->a->is_bool && !e->a->constant && to->is_int())
    return b_.convert(type(to), condition(e->a));
  Inst* v = value(e->a);
  at(e->where);
  return convert(v, from, to);
}

// The item's own number, which is known not to wrap, in whatever width it is written; or null.
Inst* FunctionLowering::known_index(Expr* e) {
  if (host()) return nullptr;
  const Expr* of = e;
  while (of->kind == ExprKind::Cast && of->type->is_int() && of->a->type->is_int() &&
         of->type->bits() >= of->a->type->bits())
    of = of->a;
  if (of->kind == ExprKind::Name && of->var) {
    if (auto it = wide_.find(of->var); it != wide_.end()) return it->second;
    if (auto it = definitions_.find(of->var); it != definitions_.end()) return flat_index();
  }
  return is_flat_index(of) ? flat_index() : nullptr;
}

Inst* FunctionLowering::index_value(Expr* e) {
  Inst* known = known_index(e);
  return known ? known : value(e);
}

void FunctionLowering::effect(Expr* e) {
  at(e->where);
  switch (e->kind) {
    case ExprKind::Call:
      if (e->type->is_struct()) {
        aggregate(e);
      } else if (is_owned(e)) {
        value(e);
      } else {
        call(e);
      }
      return;
    case ExprKind::Assign:
      assign(e);
      return;
    case ExprKind::Results:
      results(e);
      return;
    default:
      if (e->type->is_void() && e->kind != ExprKind::Cond && e->kind != ExprKind::Cast) return;
      if (e->type->is_struct()) {
        aggregate(e);
      } else if (e->type->is_pointer() && !host()) {
        pointee(e);
      } else {
        value(e);
      }
  }
}

Inst* FunctionLowering::value(Expr* e) {
  at(e->where);
  if (e->constant && (e->type->is_number() || e->type->is_pointer() || e->type->is_block()))
    return constant(*e);
  switch (e->kind) {
    case ExprKind::Name:
      if (e->func) return b_.bitcast(ir::kPtr, b_.addr_of(shared_.function(*e->func)));
      if (!e->var) return placeholder_;
      if (auto it = values_.find(e->var); it != values_.end()) return it->second;
      return load(variable(*e->var, e->where));
    case ExprKind::Self:
      return self_;
    case ExprKind::Text:
      if (!host()) {
        shared_.not_built(e->where, "texts in a par body");
        return b_.constant(ir::kPtr, 0);
      }
      return b_.addr_of(shared_.text(e->text));
    case ExprKind::Unary: {
      if (e->op == Op::Not) return b_.convert(ir::kU8, condition(e));
      Inst* a = value(e->a);
      at(e->where);
      if (e->op == Op::Neg) return b_.emit(ir::Op::Neg, {a});
      if (e->op == Op::BitNot) return b_.bit_not(a);
      return a;
    }
    case ExprKind::Binary:
      return binary(e);
    case ExprKind::Assign:
      return assign(e);
    case ExprKind::Step:
      return step(e);
    case ExprKind::Cond:
      return conditional(e);
    case ExprKind::Call: {
      Inst* v = call(e);
      if (is_owned(e)) keep_temporary(v, e->type);
      return v;
    }
    case ExprKind::New: {
      Inst* v = new_(e);
      if (is_owned(e)) keep_temporary(v, e->type);
      return v;
    }
    case ExprKind::BlockLiteral:
      return block_value(e);
    case ExprKind::WeakGet: {
      Inst* v = owned(e);
      keep_temporary(v, e->type);
      return v;
    }
    case ExprKind::Cast:
      return cast(e);
    case ExprKind::Length:
      return length(e);
    case ExprKind::VaArg:
      return va_arg(e);
    case ExprKind::Par:
      return grid_value(*e);
    case ExprKind::Index:
      if (e->a->type->is_object()) return object_element(e);
      return load(place(e));
    case ExprKind::Deref:
    case ExprKind::Member:
      return load(place(e));
    case ExprKind::Address:
    case ExprKind::Decay:
      if (!host()) {
        shared_.not_built(e->where, "addresses in a par body");
        return b_.constant(ir::kPtr, 0);
      }
      return address(place(e->a));
    case ExprKind::Int:
      return nullptr;  // a call that has nothing to do
    default:
      TACK_ICE("expression without a value");
  }
}

}  // namespace tack::xc
