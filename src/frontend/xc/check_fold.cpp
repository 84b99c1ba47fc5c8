// SPDX-License-Identifier: Apache-2.0
// Constants: what is made of literals is worked out exactly, all else at its own width.
#include <cmath>

#include "frontend/xc/check_impl.hpp"

namespace tack::xc {
namespace {

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
  } else if ((e.type->is_pointer() || e.type->is_block()) && a.type->is_int()) {
    set_constant(e, wrap(a.value, types_.size_type()));
  }
}

// `exact`: of literals alone, which keep every digit.
void Checker::set_folded(Expr& e, __int128 v, bool exact) {
  if (!exact) return set_constant(e, wrap(v, e.type));
  if (!in_64_bits(v)) {
    error(Msg::ConstantTooBig, e.where);
    v = 0;
  }
  e.exact = true;
  e.type = types_.literal(v);
  set_constant(e, v);
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
  set_folded(e, v, a.exact && e.op != Op::Not);
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
  set_folded(e, v, exact);
}

}  // namespace tack::xc
