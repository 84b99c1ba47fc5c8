// SPDX-License-Identifier: Apache-2.0
// Expressions to values.
#include "frontend/xc/lower_function.hpp"
#include "support/ice.hpp"

namespace tack::xc {

using IrOp = ir::Op;

Inst* FunctionLowering::constant(const Expr& e) {
  if (e.type->is_float()) {
    if (e.type->kind == TypeKind::Float) return b_.f32(static_cast<float>(e.real));
    return b_.f64(e.real);
  }
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
  switch (e->kind) {
    case ExprKind::Unary:
      if (e->op == Op::Not) return b_.bit_not(condition(e->a));
      break;
    case ExprKind::Binary:
      if (e->op == Op::And || e->op == Op::Or) return logical(e);
      if (e->op >= Op::Lt && e->op <= Op::Ne) {
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

Inst* FunctionLowering::cast(Expr* e) {
  const Type* from = e->a->type;
  const Type* to = e->type;
  if (to->is_void()) {
    effect(e->a);
    return nullptr;
  }
  if (from->is_object() && to->is_object()) {
    Inst* v = value(e->a);
    bool up = false;
    for (const Record* r = from->to->record; r; r = r->base) up = up || r == to->to->record;
    return up ? v : checked_downcast(v, to, e->may_fail, e->where);
  }
  if (e->a->is_bool && !e->a->constant && to->is_int())
    return b_.convert(type(to), condition(e->a));
  Inst* v = value(e->a);
  at(e->where);
  return convert(v, from, to);
}

Inst* FunctionLowering::index_value(Expr* e) {
  if (!host()) {
    // The item's own number is known not to wrap, in whatever width it is written.
    const Expr* of = e;
    while (of->kind == ExprKind::Cast && of->type->is_int() && of->a->type->is_int() &&
           of->type->bits() >= of->a->type->bits())
      of = of->a;
    if (of->kind == ExprKind::Name && of->var) {
      if (auto it = wide_.find(of->var); it != wide_.end()) return it->second;
      if (auto it = definitions_.find(of->var); it != definitions_.end()) return flat_index();
    }
    if (is_flat_index(of)) return flat_index();
  }
  return value(e);
}

void FunctionLowering::effect(Expr* e) {
  at(e->where);
  switch (e->kind) {
    case ExprKind::Call:
      if (e->type->is_struct()) {
        aggregate(e);
      } else if (e->type->is_object() && is_owned(e)) {
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

Place FunctionLowering::assign_struct(Expr* e) {
  Place to = place_before(e->a, e->b);
  copy(to, aggregate(e->b));
  return to;
}

Inst* FunctionLowering::assign(Expr* e) {
  const Type* t = e->type;
  if (t->is_struct()) {
    assign_struct(e);
    return nullptr;
  }
  if (t->is_object()) {
    Place to = place_before(e->a, e->b);
    Inst* object = owned(e->b);
    store_reference(to, object);
    return object;
  }
  if (!host() && t->is_pointer()) {
    shared_.not_built(e->where, "pointer variables of a par body that are assigned");
    return b_.constant(ir::kPtr, 0);
  }
  Place to = place_before(e->a, e->b);
  Inst* v = nullptr;
  if (e->op == Op::None) {
    v = value(e->b);
  } else {
    Inst* saved = placeholder_;
    placeholder_ = load(to);
    v = value(e->c);
    placeholder_ = saved;
  }
  at(e->where);
  store(to, v);
  return v;
}

Inst* FunctionLowering::step(Expr* e) {
  Place p = place(e->a);
  Inst* old = load(p);
  Inst* next = nullptr;
  if (e->type->is_pointer()) {
    next = b_.ptr_add(old, scaled(b_.i64(e->op == Op::Add ? 1 : -1), e->type->to));
  } else {
    Inst* one = e->type->kind == TypeKind::Float    ? b_.f32(1)
                : e->type->kind == TypeKind::Double ? b_.f64(1)
                                                    : number(e->type, 1);
    next = arithmetic(e->op, e->type, old, one);
  }
  store(p, next);
  return e->prefix ? next : old;
}

Inst* FunctionLowering::new_(Expr* e) {
  if (e->type->is_object()) return new_object(e);
  ir::Function& allocate = shared_.external("tack_rt_xc_new", {ir::kU64, ir::kU64}, {ir::kPtr});
  Inst* count = e->is_array ? value(e->b) : b_.constant(ir::kU64, 1);
  at(e->where);
  return b_.call(allocate, {count, b_.constant(ir::kU64, size_of(e->type_arg))});
}

void FunctionLowering::results(Expr* e) {
  std::vector<Place> places;
  for (size_t k = 0; host() && k < e->list.size(); ++k) {
    // The places that follow are worked out before this one is used, too.
    later_.insert(later_.end(), e->list.begin() + static_cast<long>(k) + 1, e->list.end());
    places.push_back(place_before(e->list[k], e->a));
    later_.resize(later_.size() - (e->list.size() - k - 1));
  }
  Inst* c = call(e->a);
  const std::vector<const Type*>& given = e->a->func->results;
  std::vector<Inst*> values;
  if (host()) {
    for (uint32_t k = 0; k < given.size(); ++k) values.push_back(b_.result_of(c, k));
  } else {
    shared_.not_built(e->where, "functions with several results in a par body");
    return;
  }
  for (size_t k = 0; k < values.size(); ++k)
    store(places[k], convert(values[k], given[k], e->list[k]->type));
}

Inst* FunctionLowering::value(Expr* e) {
  at(e->where);
  if (e->constant && (e->type->is_number() || e->type->is_pointer())) return constant(*e);
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
      if (e->op == Op::Neg) return b_.emit(IrOp::Neg, {a});
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
      if (is_owned(e)) keep_temporary(v);
      return v;
    }
    case ExprKind::New: {
      Inst* v = new_(e);
      if (is_owned(e)) keep_temporary(v);
      return v;
    }
    case ExprKind::Cast:
      return cast(e);
    case ExprKind::Par:
      return grid_value(*e);
    case ExprKind::Index:
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
