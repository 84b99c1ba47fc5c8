// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/dtype.hpp"

#include <algorithm>
#include <limits>

namespace tack::python {

using ir::Kind;
using Form = Ty::Form;

std::optional<Kind> promote(Kind a, Kind b) {
  if (a == b) return a;
  if (is_float(a) || is_float(b)) return a == Kind::F64 || b == Kind::F64 ? Kind::F64 : Kind::F32;
  bool a_signed = ir::Type::scalar(a).is_signed(), b_signed = ir::Type::scalar(b).is_signed();
  int a_bits = ir::bits_of(a), b_bits = ir::bits_of(b);
  if (a_signed == b_signed) return ir::int_kind(std::max(a_bits, b_bits), a_signed);
  int signed_bits = a_signed ? a_bits : b_bits, unsigned_bits = a_signed ? b_bits : a_bits;
  int bits = std::max(signed_bits, unsigned_bits * 2);
  if (bits > 64) return std::nullopt;
  return ir::int_kind(bits, true);
}

std::optional<Ty> promote(const Ty& a, const Ty& b) {
  if (!a.known()) return b;
  if (!b.known()) return a;
  bool a_free = a.form != Form::Strong, b_free = b.form != Form::Strong;
  if (a_free && b_free) {
    if (a.is_weak() || b.is_weak()) return Ty{Kind::F32, Form::Weak};
    std::optional<Kind> kind = promote(a.kind, b.kind);
    if (!kind) return std::nullopt;
    return Ty{*kind, Form::Literal};
  }
  // A weak literal does not widen what it meets: promotion with its f32 is what is wanted, since
  // an integer beside it is f32 and an f64 stays f64.
  std::optional<Kind> kind = promote(a.kind, b.kind);
  if (!kind) return std::nullopt;
  return Ty{*kind, Form::Strong};
}

std::optional<Ty> join(const Ty& a, const Ty& b) { return promote(a, b); }

Ty float_of(const Ty& a) {
  if (!a.known() || a.is_float()) return a;
  return {Kind::F32, Form::Strong};
}

Kind literal_kind(uint64_t bits, bool is_negative) {
  if (is_negative) {
    int64_t value = static_cast<int64_t>(bits);
    return value >= std::numeric_limits<int32_t>::min() ? Kind::I32 : Kind::I64;
  }
  if (bits <= static_cast<uint64_t>(std::numeric_limits<int32_t>::max())) return Kind::I32;
  if (bits <= static_cast<uint64_t>(std::numeric_limits<int64_t>::max())) return Kind::I64;
  return Kind::U64;
}

}  // namespace tack::python
