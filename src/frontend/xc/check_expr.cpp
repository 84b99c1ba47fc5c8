// SPDX-License-Identifier: Apache-2.0
// Expressions: operators, assignments, elements.
#include <algorithm>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

Expr* Checker::fail(Expr* e) {
  e->type = types_.error();
  e->constant = e->exact = false;
  return e;
}

Expr* Checker::check(Expr* e, const Type* want) { return decay(raw(e, want)); }

Expr* Checker::raw(Expr* e, const Type* want) {
  Expr* checked = raw_inner(e, want);
  if (checked->type->is_error()) mark_faulty();
  return checked;
}

Expr* Checker::raw_inner(Expr* e, const Type* want) {
  if (!e) {
    Expr* none = make(ExprKind::Error, {}, types_.error());
    return none;
  }
  if (e->type) return e;  // checked already: a literal bound that is shared
  switch (e->kind) {
    case ExprKind::Int:
      e->type = e->is_bool ? types_.u8() : types_.literal(e->value);
      return e;
    case ExprKind::Real:
      e->type = types_.of(e->name == "f" ? TypeKind::Float : TypeKind::Double);
      return e;
    case ExprKind::Text:
      e->type = types_.pointer(types_.u8());
      return e;
    case ExprKind::Name:
      return name(e, want);
    case ExprKind::Unary:
      return unary(e, want);
    case ExprKind::Binary:
      return binary(e, want);
    case ExprKind::Assign:
      return assign(e);
    case ExprKind::Step:
      return step(e);
    case ExprKind::Cond:
      return conditional(e, want);
    case ExprKind::Call:
      return call(e, want);
    case ExprKind::Index:
      return index(e);
    case ExprKind::Member:
      return member(e, want);
    case ExprKind::Cast:
      return explicit_cast(e);
    case ExprKind::SizeofType: {
      const Type* t = resolve(e->syntax);
      if (t->kind == TypeKind::Class && !t->record->is_protocol) {
        lay_out(*t->record);
      } else {
        t = object_type(e->syntax, e->where);
      }
      e->type = types_.size_type();
      if (t->is_error()) return fail(e);
      set_constant(*e, static_cast<__int128>(size_of(t)));
      return e;
    }
    case ExprKind::SizeofExpr: {
      Expr* of = raw(e->a);
      e->type = types_.size_type();
      if (of->type->is_error()) return fail(e);
      if (of->type->is_void()) {
        error(Msg::VoidValue, e->where);
        return fail(e);
      }
      bool object = of->kind == ExprKind::Name && of->var && of->var->on_stack;
      set_constant(*e, static_cast<__int128>(size_of(object ? of->type->to : of->type)));
      return e;
    }
    case ExprKind::New:
      return new_(e);
    case ExprKind::Deref:
      return deref(e);
    case ExprKind::Address:
      return address(e, want);
    case ExprKind::Results:
      return results(e);
    case ExprKind::Slice:
      error(e->a ? Msg::SliceOutside : Msg::RangeOutside, e->where);
      return fail(e);
    case ExprKind::Forward:
      error(Msg::ForwardPlace, e->where);
      return fail(e);
    case ExprKind::BlockLiteral:
      return block_literal(e, want);
    default:
      return fail(e);
  }
}

Expr* Checker::unary(Expr* e, const Type* want) {
  if (e->op == Op::Not) {
    e->a = truth(e->a, "'!'");
    if (e->a->type->is_error()) return fail(e);
    e->type = types_.u8();
    e->is_bool = true;
    fold_unary(*e);
    return e;
  }
  e->a = check(e->a, want);
  if (e->a->type->is_error()) return fail(e);
  bool ok = e->op == Op::BitNot ? e->a->type->is_int() : e->a->type->is_number();
  if (!ok) {
    error(Msg::BadOperand, e->where, {op_text(e->op), spell(e->a->type)});
    return fail(e);
  }
  e->type = e->a->type;
  fold_unary(*e);
  return e;
}

Expr* Checker::binary(Expr* e, const Type* want) {
  bool logical = e->op == Op::And || e->op == Op::Or;
  bool compare = e->op >= Op::Lt && e->op <= Op::Ne;
  if (logical) {
    e->a = truth(e->a, op_text(e->op));
    e->b = truth(e->b, op_text(e->op));
    if (e->a->type->is_error() || e->b->type->is_error()) return fail(e);
    e->type = types_.u8();
    e->is_bool = true;
    fold_binary(*e);
    return e;
  }
  e->a = check(e->a, compare ? nullptr : want);
  e->b = check(e->b, compare ? nullptr : want);
  return binary_typed(e);
}

// The operands are checked.
Expr* Checker::binary_typed(Expr* e) {
  Expr*& a = e->a;
  Expr*& b = e->b;
  if (a->type->is_error() || b->type->is_error()) return fail(e);
  bool compare = e->op >= Op::Lt && e->op <= Op::Ne;
  auto refuse = [&] {
    error(Msg::BadOperands, e->where, {op_text(e->op), spell(a->type), spell(b->type)});
    return fail(e);
  };
  if (a->type->is_callback() || b->type->is_callback()) return null_callback(e);
  bool pointer_a = a->type->is_pointer() || a->type->is_block();
  bool pointer_b = b->type->is_pointer() || b->type->is_block();
  if (pointer_a || pointer_b) {
    if (compare) {
      if (pointer_a && !pointer_b) b = convert(b, a->type, Use::Assign);
      if (pointer_b && !pointer_a) a = convert(a, b->type, Use::Assign);
      if (a->type->is_error() || b->type->is_error()) return fail(e);
      if (a->type != b->type && cost(a, b->type, Use::Argument) < 0 &&
          cost(b, a->type, Use::Argument) < 0)
        return refuse();
      e->type = types_.u8();
      e->is_bool = true;
      return e;
    }
    const Type* pointer = pointer_a ? a->type : b->type;
    bool scales = pointer->is_pointer() && !pointer->to->is_function() &&
                  pointer->to->kind != TypeKind::Class;
    if (!scales) return refuse();
    if (e->op == Op::Sub && pointer_a && pointer_b) {
      if (a->type != b->type) return refuse();
      e->type = types_.of(TypeKind::I64);
      return e;
    }
    bool ok = (e->op == Op::Add && pointer_a != pointer_b && (pointer_a ? b : a)->type->is_int()) ||
              (e->op == Op::Sub && pointer_a && b->type->is_int());
    if (!ok) return refuse();
    e->type = pointer;
    return e;
  }
  if (!a->type->is_number() || !b->type->is_number()) return refuse();
  bool ints_only = (e->op >= Op::Rol && e->op <= Op::Shr) || e->op == Op::Rem ||
                   e->op == Op::BitAnd || e->op == Op::BitOr || e->op == Op::BitXor;
  const Type* at = common(a->type, b->type);
  if (ints_only && !at->is_int()) return refuse();
  if (e->op == Op::Shl || e->op == Op::Shr) {
    // The width of the wider, the sign of what is shifted.
    at = types_.integer(at->bits(), a->type->is_signed());
  }
  if (e->op == Op::Rol || e->op == Op::Ror) at = a->type;
  bool exact = a->exact && b->exact;
  e->type = compare ? types_.u8() : at;
  e->is_bool = compare || ((e->op == Op::BitAnd || e->op == Op::BitOr || e->op == Op::BitXor) &&
                           a->is_bool && b->is_bool);
  if (!exact) {
    a = cast(a, at, true);
    b = cast(b, at, true);
  }
  fold_binary(*e);
  return e;
}

Expr* Checker::assign(Expr* e) {
  if (Expr* property = write_property(e)) return property;
  e->a = raw(e->a);
  if (!want_place(e->a, "'='")) {
    check(e->b);
    return fail(e);
  }
  if (e->a->type->is_array()) {
    error(Msg::ArrayAssign, e->where);
    check(e->b);
    return fail(e);
  }
  mark_assigned(e->a);
  e->type = strong(e->a->type);
  if (e->a->kind == ExprKind::Name && e->a->var) {
    name_parameters(e->b, e->a->var->syntax);
    if (e->a->var->no_escape) error(Msg::BlockKept, e->where, {e->a->var->name});
  } else if (e->a->field) {
    name_parameters(e->b, e->a->field->syntax);
  }
  e->b = check(e->b, e->type);
  if (e->b->type->is_error()) return fail(e);
  keep_block(e->b);
  if (e->op == Op::None) {
    e->b = convert(e->b, e->type, Use::Assign);
    if (e->b->type->is_error()) return fail(e);
    if (e->a->kind == ExprKind::Name && e->a->var) e->a->var->stored = e->b;
    return e;
  }
  // a op= b is a = a op b with the place worked out once. `c` holds the operation; its left
  // operand stands for the place's value.
  Expr* value = make(ExprKind::Name, e->a->where, e->type);
  Expr* operation = make(ExprKind::Binary, e->where, nullptr, value, e->b);
  operation->op = e->op;
  operation = binary_typed(operation);
  if (operation->type->is_error()) return fail(e);
  e->c = convert(operation, e->type, Use::Assign);
  if (e->c->type->is_error()) return fail(e);
  e->depth = std::max(e->depth, e->c->depth + 1);
  return e;
}

Expr* Checker::step(Expr* e) {
  if (Expr* property = write_property(e)) return property;
  e->a = raw(e->a);
  if (!want_place(e->a, e->op == Op::Add ? "'++'" : "'--'")) return fail(e);
  const Type* t = e->a->type;
  if (!t->is_number() &&
      !(t->is_pointer() && !t->to->is_function() && t->to->kind != TypeKind::Class)) {
    error(Msg::BadOperand, e->where, {e->op == Op::Add ? "++" : "--", spell(t)});
    return fail(e);
  }
  mark_assigned(e->a);
  e->type = t;
  return e;
}

Expr* Checker::conditional(Expr* e, const Type* want) {
  e->a = truth(e->a, "'?'");
  e->b = check(e->b, want);
  e->c = check(e->c, want);
  if (e->a->type->is_error() || e->b->type->is_error() || e->c->type->is_error()) return fail(e);
  const Type* b = e->b->type;
  const Type* c = e->c->type;
  if (b == c) {
    e->type = b;
  } else if (b->is_number() && c->is_number()) {
    e->type = common(b, c);
  } else if (cost(e->c, b, Use::Assign) >= 0) {
    e->type = b;
  } else if (cost(e->b, c, Use::Assign) >= 0) {
    e->type = c;
  } else {
    error(Msg::BadOperands, e->where, {"?:", spell(b), spell(c)});
    return fail(e);
  }
  e->is_bool = e->b->is_bool && e->c->is_bool;
  if (!b->is_void()) {
    e->b = convert(e->b, e->type, Use::Assign);
    e->c = convert(e->c, e->type, Use::Assign);
  }
  if (e->a->constant && e->a->type->is_int() && e->b->constant && e->c->constant) {
    Expr* chosen = e->a->value != 0 ? e->b : e->c;
    if (e->type->is_int()) set_constant(*e, chosen->value);
    if (e->type->is_float()) set_real(*e, chosen->real);
  }
  return e;
}

Expr* Checker::index(Expr* e) {
  e->a = check(e->a);
  e->b = check(e->b);
  if (e->a->type->is_error() || e->b->type->is_error()) return fail(e);
  if (!e->a->type->is_pointer() || e->a->type->to->is_void() || e->a->type->to->is_function()) {
    error(Msg::NotIndexable, e->where, {spell(e->a->type)});
    return fail(e);
  }
  if (!e->b->type->is_int()) {
    error(Msg::IndexNotInteger, e->b->where, {spell(e->b->type)});
    return fail(e);
  }
  const Type* array = e->a->kind == ExprKind::Decay ? e->a->a->type : nullptr;
  if (array && e->b->constant &&
      (e->b->value < 0 || e->b->value >= static_cast<__int128>(array->count))) {
    error(Msg::IndexOutside, e->b->where, {std::to_string(array->count)});
    return fail(e);
  }
  // An element of `new C[n]` is used like a reference to it.
  e->type = e->a->type->is_object() ? e->a->type : e->a->type->to;
  return e;
}

}  // namespace tack::xc
