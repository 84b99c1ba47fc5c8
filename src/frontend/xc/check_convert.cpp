// SPDX-License-Identifier: Apache-2.0
// Conversions: implicit ones, truth, and their warnings.
#include "frontend/xc/check_impl.hpp"

namespace tack::xc {

Expr* Checker::make(ExprKind kind, SourceRange where, const Type* type, Expr* a, Expr* b) {
  Expr& e = program_.expr_arena.emplace_back();
  e.kind = kind;
  e.where = where;
  e.type = type;
  e.a = a;
  e.b = b;
  if (a) e.depth = a->depth + 1;
  if (b && b->depth >= e.depth) e.depth = b->depth + 1;
  return &e;
}

// An operator works at the wider of its operands; equally wide, it is signed if one of them is.
const Type* Checker::common(const Type* a, const Type* b) const {
  if (a == b) return a;
  if (a->kind == TypeKind::Double || b->kind == TypeKind::Double)
    return types_.of(TypeKind::Double);
  if (a->is_float() || b->is_float()) return types_.of(TypeKind::Float);
  if (a->bits() != b->bits()) return a->bits() > b->bits() ? a : b;
  return a->is_signed() ? a : b;
}

void Checker::set_constant(Expr& e, __int128 value) {
  e.constant = true;
  e.value = value;
}

void Checker::set_real(Expr& e, double value) {
  e.constant = true;
  e.real = e.type->kind == TypeKind::Float ? static_cast<double>(static_cast<float>(value)) : value;
}

Expr* Checker::strong(Expr* e) {
  if (!e->type->is_weak()) return e;
  return make(ExprKind::WeakGet, e->where, strong(e->type), e);
}

Expr* Checker::decay(Expr* e) {
  e = strong(e);
  if (!e->type->is_array()) return e;
  mark_address(e);
  return make(ExprKind::Decay, e->where, types_.pointer(e->type->to), e);
}

Expr* Checker::cast(Expr* e, const Type* to, bool implicit) {
  if (e->type == to) return e;
  if (implicit && e->constant && e->kind == ExprKind::Cast && e->implicit) {
    // A literal keeps one conversion, from its own value.
    Expr* inner = e->a;
    if (inner->exact && inner->type->is_int() && to->is_int()) e = inner;
  }
  Expr* out = make(ExprKind::Cast, e->where, to, e);
  out->implicit = implicit;
  fold_cast(*out);
  return out;
}

Expr* Checker::convert(Expr* e, const Type* to, Use use) {
  if (e->type == to || e->type->is_error() || to->is_error()) return e;
  if (cost(e, to, use) < 0) {
    const char* as = use == Use::Argument ? "an argument"
                     : use == Use::Return ? "a result"
                                          : "a value";
    error(Msg::NoConversion, e->where, {spell(e->type), spell(to), as});
    return fail(e);
  }
  Expr* out = cast(e, to, true);
  if (e->exact && e->type->is_int()) lossy_literal(*e, *out);
  // An ancestor given as an argument is checked like a downcast.
  return out;
}
namespace {

std::string text_of(__int128 v) {
  return v < 0 ? std::to_string(static_cast<int64_t>(v)) : std::to_string(static_cast<uint64_t>(v));
}

}  // namespace

// `bool b = 256;` is false.
void Checker::bool_constant(const Expr& e) {
  if (e.kind != ExprKind::Cast || !e.implicit || !e.constant || !e.a || !e.a->constant ||
      !e.a->type->is_int() || e.a->value == e.value || e.a->value < 0)
    return;
  error(Msg::BoolConstant, e.a->where, {text_of(e.a->value), text_of(e.value)});
}

// A literal that the type it goes to does not hold. -1 for "all ones" is usual and holds.
void Checker::lossy_literal(const Expr& from, const Expr& to) {
  if (to.type->is_int()) {
    int bits = to.type->bits();
    __int128 whole = static_cast<__int128>(1) << bits;
    if (from.value < -(whole >> 1) || from.value >= whole)
      error(Msg::NarrowedConstant, from.where,
            {text_of(from.value), spell(to.type), text_of(to.value)});
  } else if (to.type->is_float()) {
    // A float's 24 or a double's 53 bits are in a long double's 64.
    if (static_cast<long double>(to.real) == static_cast<long double>(from.value)) return;
    char nearest[64];
    std::snprintf(nearest, sizeof nearest, "%.0f", to.real);
    error(Msg::LossyConstant, from.where, {text_of(from.value), spell(to.type), nearest});
  }
}

// `if (x = 3)`. Extra parentheses say that it is meant, and so does what is fetched anew.
void Checker::assigned_condition(const Expr& e) {
  if (e.kind != ExprKind::Assign || e.op != Op::None || e.parenthesised || !e.b) return;
  switch (e.b->kind) {
    case ExprKind::Int:
    case ExprKind::Real:
    case ExprKind::Text:
    case ExprKind::Name:
    case ExprKind::Unary:
    case ExprKind::Binary:
      error(Msg::AssignCondition, e.where);
      break;
    default:
      break;
  }
}

Expr* Checker::truth(Expr* e, std::string_view of) {
  if (e) assigned_condition(*e);
  e = check(e);
  if (e->type->is_error() || e->type->is_scalar() || e->type->is_callback()) return e;
  error(Msg::NotTruth, e->where, {of, spell(e->type)});
  return fail(e);
}

}  // namespace tack::xc
