// SPDX-License-Identifier: Apache-2.0
// Implicit conversions, the type an operator works at, and constants.
#include <cmath>
#include <cstdio>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {
namespace {

__int128 wrap(__int128 value, const Type* type) {
  int bits = type->bits();
  auto low = static_cast<uint64_t>(value);
  if (bits < 64) low &= (uint64_t{1} << bits) - 1;
  if (type->is_signed()) {
    int shift = 64 - bits;
    return static_cast<int64_t>(low << shift) >> shift;
  }
  return static_cast<__int128>(low);
}

bool in_64_bits(__int128 v) {
  return v >= -(static_cast<__int128>(1) << 63) && v < (static_cast<__int128>(1) << 64);
}

// Toward zero, saturating, NaN to 0.
__int128 saturate(double v, const Type* type) {
  if (std::isnan(v)) return 0;
  int bits = type->bits();
  __int128 high = (static_cast<__int128>(1) << (type->is_signed() ? bits - 1 : bits)) - 1;
  __int128 low = type->is_signed() ? -high - 1 : 0;
  if (v >= static_cast<double>(high)) return high;
  if (v <= static_cast<double>(low)) return low;
  return static_cast<__int128>(v);
}

}  // namespace

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

Expr* Checker::decay(Expr* e) {
  if (!e->type->is_array()) return e;
  mark_address(e);
  return make(ExprKind::Decay, e->where, types_.pointer(e->type->to), e);
}

Expr* Checker::cast(Expr* e, const Type* to, bool implicit) {
  if (e->type == to) return e;
  if (implicit && e->constant && e->kind == ExprKind::Cast && e->implicit) {
    // A literal keeps one conversion, from its own value.
    Expr* inner = e->a;
    if (inner->type->is_int() && to->is_int()) e = inner;
  }
  Expr* out = make(ExprKind::Cast, e->where, to, e);
  out->implicit = implicit;
  fold_cast(*out);
  return out;
}

int Checker::cost(const Expr* e, const Type* to, Use use) const {
  const Type* from = e->type;
  if (from == to || from->is_error() || to->is_error()) return 0;
  auto rank = [](int bits) { return bits <= 8 ? 0 : bits <= 16 ? 1 : bits <= 32 ? 2 : 3; };
  if (from->is_int() && to->is_int()) {
    int d = rank(to->bits()) - rank(from->bits());
    // A literal goes anywhere it fits.
    if (d == 0) return e->exact && e->value >= 0 && wrap(e->value, to) == e->value ? 1 : 2;
    if (d > 0) return 2 * d + (from->is_signed() && !to->is_signed() ? 1 : 0);
    return 12 - d;
  }
  if (from->is_int() && to->is_float()) return to->kind == TypeKind::Float ? 8 : 9;
  if (from->is_float() && to->is_float()) return to->kind == TypeKind::Double ? 1 : 10;
  if (from->is_float() && to->is_int()) return 20;
  if (to->is_pointer()) {
    if (e->constant && from->is_int() && e->value == 0 && !e->is_bool) return 5;
    if (!from->is_pointer()) return -1;
    const Type* a = from->to;
    const Type* b = to->to;
    bool object_a = a->kind == TypeKind::Class, object_b = b->kind == TypeKind::Class;
    if (object_a && object_b) {
      if (derives(a->record, b->record)) {
        int n = 0;
        for (const Record* r = a->record; r != b->record; r = r->base) ++n;
        return n;
      }
      return use == Use::Argument && derives(b->record, a->record) ? 30 : -1;
    }
    if (object_a || object_b) return -1;
    if (a->is_void() || b->is_void()) return 4;
    if (a->is_number() && b->is_number())
      return a->bits() == b->bits() || use != Use::Argument ? 3 : -1;
    // new T[2][3] and such: the same element behind other bounds.
    return -1;
  }
  return -1;
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
  if (e->type->is_error() || e->type->is_scalar()) return e;
  error(Msg::NotTruth, e->where, {of, spell(e->type)});
  return fail(e);
}

void Checker::fold_cast(Expr& e) {
  const Expr& a = *e.a;
  if (!a.constant) return;
  if (e.type->is_int()) {
    if (a.type->is_int()) {
      set_constant(e, wrap(a.value, e.type));
      e.is_bool = a.is_bool;
    } else if (a.type->is_float()) {
      set_constant(e, saturate(a.real, e.type));
    }
  } else if (e.type->is_float()) {
    if (a.type->is_float()) {
      set_real(e, a.real);
    } else if (a.type->is_int()) {
      // One rounding, from the integer itself.
      if (e.type->kind == TypeKind::Float) {
        set_real(e, static_cast<double>(a.value < 0
                                            ? static_cast<float>(static_cast<int64_t>(a.value))
                                            : static_cast<float>(static_cast<uint64_t>(a.value))));
      } else {
        set_real(e, a.value < 0 ? static_cast<double>(static_cast<int64_t>(a.value))
                                : static_cast<double>(static_cast<uint64_t>(a.value)));
      }
    }
  } else if (e.type->is_pointer() && a.type->is_int()) {
    set_constant(e, wrap(a.value, types_.of(TypeKind::U64)));
  }
}

void Checker::fold_unary(Expr& e) {
  const Expr& a = *e.a;
  if (!a.constant) return;
  if (a.type->is_float()) {
    if (e.op == Op::Neg) set_real(e, -a.real);
    if (e.op == Op::Plus) set_real(e, a.real);
    if (e.op == Op::Not) set_constant(e, a.real == 0);
    return;
  }
  if (!a.type->is_int()) return;
  __int128 v = e.op == Op::Neg      ? -a.value
               : e.op == Op::Plus   ? a.value
               : e.op == Op::BitNot ? ~a.value
                                    : static_cast<__int128>(a.value == 0);
  if (a.exact && e.op != Op::Not) {
    if (!in_64_bits(v)) {
      error(Msg::ConstantTooBig, e.where);
      v = 0;
    }
    e.exact = true;
    e.type = types_.literal(v);
    set_constant(e, v);
  } else {
    set_constant(e, wrap(v, e.type));
  }
}

void Checker::fold_binary(Expr& e) {
  const Expr& a = *e.a;
  const Expr& b = *e.b;
  if (!a.constant || !b.constant) return;
  bool compare = e.op >= Op::Lt && e.op <= Op::Ne;
  if (a.type->is_float() && b.type->is_float()) {
    double x = a.real, y = b.real, v = 0;
    bool single = a.type->kind == TypeKind::Float;
    auto at = [&](auto op) {
      return single ? static_cast<double>(
                          static_cast<float>(op(static_cast<float>(x), static_cast<float>(y))))
                    : op(x, y);
    };
    switch (e.op) {
      case Op::Add:
        v = at([](auto p, auto q) { return p + q; });
        break;
      case Op::Sub:
        v = at([](auto p, auto q) { return p - q; });
        break;
      case Op::Mul:
        v = at([](auto p, auto q) { return p * q; });
        break;
      case Op::Div:
        v = at([](auto p, auto q) { return p / q; });
        break;
      case Op::Lt:
        return set_constant(e, x < y);
      case Op::Gt:
        return set_constant(e, x > y);
      case Op::Le:
        return set_constant(e, x <= y);
      case Op::Ge:
        return set_constant(e, x >= y);
      case Op::Eq:
        return set_constant(e, x == y);
      case Op::Ne:
        return set_constant(e, x != y);
      default:
        return;
    }
    set_real(e, v);
    return;
  }
  if (!a.type->is_int() || !b.type->is_int()) return;
  bool exact = a.exact && b.exact;
  __int128 x = a.value, y = b.value, v = 0;
  const Type* at = exact ? types_.of(TypeKind::U64) : compare ? common(a.type, b.type) : e.type;
  int bits = at->bits();
  auto count = static_cast<int>(static_cast<uint64_t>(y) & static_cast<uint64_t>(bits - 1));
  switch (e.op) {
    case Op::Add:
      v = x + y;
      break;
    case Op::Sub:
      v = x - y;
      break;
    case Op::Mul:
      if (__builtin_mul_overflow(x, y, &v)) v = static_cast<__int128>(1) << 100;
      if (!exact) v = static_cast<__int128>(static_cast<uint64_t>(x) * static_cast<uint64_t>(y));
      break;
    case Op::Div:
      v = y == 0 ? 0 : x / y;
      break;
    case Op::Rem:
      v = y == 0 ? x : x % y;
      break;
    case Op::Shl:
      if (exact && (y < 0 || y > 63)) {
        v = x == 0 ? 0 : static_cast<__int128>(1) << 100;
      } else {
        v = exact ? x * (static_cast<__int128>(1) << static_cast<int>(y)) : x << count;
      }
      break;
    case Op::Shr:
      v = x >> (exact ? static_cast<int>(y < 0 || y > 127 ? 127 : y) : count);
      break;
    case Op::Rol:
    case Op::Ror: {
      int w = a.type->bits();
      auto u = static_cast<uint64_t>(wrap(x, types_.integer(w, false)));
      int n = static_cast<int>(static_cast<uint64_t>(y) & static_cast<uint64_t>(w - 1));
      if (e.op == Op::Ror) n = (w - n) & (w - 1);
      v = static_cast<__int128>(n == 0 ? u : (u << n) | (u >> (w - n)));
      v = wrap(v, a.type);
      e.type = a.type;
      set_constant(e, v);
      return;
    }
    case Op::BitAnd:
      v = x & y;
      break;
    case Op::BitOr:
      v = x | y;
      break;
    case Op::BitXor:
      v = x ^ y;
      break;
    case Op::And:
      return set_constant(e, x != 0 && y != 0);
    case Op::Or:
      return set_constant(e, x != 0 || y != 0);
    case Op::Lt:
    case Op::Gt:
    case Op::Le:
    case Op::Ge:
    case Op::Eq:
    case Op::Ne:
      if (!exact) {
        x = wrap(x, at);
        y = wrap(y, at);
      }
      v = e.op == Op::Lt   ? x < y
          : e.op == Op::Gt ? x > y
          : e.op == Op::Le ? x <= y
          : e.op == Op::Ge ? x >= y
          : e.op == Op::Eq ? x == y
                           : x != y;
      return set_constant(e, v);
    default:
      return;
  }
  if (exact) {
    if (!in_64_bits(v)) {
      error(Msg::ConstantTooBig, e.where);
      v = 0;
    }
    e.exact = true;
    e.type = types_.literal(v);
    set_constant(e, v);
  } else {
    set_constant(e, wrap(v, e.type));
  }
}

}  // namespace tack::xc
