// SPDX-License-Identifier: Apache-2.0
#include "transform/fold.hpp"

#include <bit>
#include <cmath>
#include <limits>

namespace tack::transform {
namespace {

using namespace ir;

using Bits = std::optional<uint64_t>;

uint64_t low_ones(int width) { return width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1; }

// The value as a signed number, from its low `width` bits.
int64_t sign_extended(uint64_t bits, int width) {
  uint64_t sign = uint64_t{1} << (width - 1);
  return static_cast<int64_t>((bits ^ sign) - sign);
}

// --- integers, one width and signedness at a time; everything is computed in uint64_t

struct Ints {
  int width;
  bool is_signed;

  uint64_t cut(uint64_t x) const { return x & low_ones(width); }
  bool negative(uint64_t x) const { return is_signed && (x >> (width - 1) & 1); }
  uint64_t magnitude(uint64_t x) const { return negative(x) ? cut(0 - x) : x; }
  bool less(uint64_t a, uint64_t b) const {
    if (!is_signed) return a < b;
    uint64_t sign = uint64_t{1} << (width - 1);
    return (a ^ sign) < (b ^ sign);
  }

  // Toward zero. MIN / -1: the magnitude of MIN is MIN again, as wanted.
  uint64_t div(uint64_t a, uint64_t b) const {
    if (b == 0) return 0;
    uint64_t q = magnitude(a) / magnitude(b);
    return cut(negative(a) != negative(b) ? 0 - q : q);
  }
  uint64_t rem(uint64_t a, uint64_t b) const { return b == 0 ? a : cut(a - div(a, b) * b); }
  // Is the exact quotient negative and not whole?
  bool rounds_down(uint64_t a, uint64_t b) const {
    return b != 0 && rem(a, b) != 0 && negative(a) != negative(b);
  }
  uint64_t shr(uint64_t a, uint64_t count) const {
    uint64_t shifted = a >> count;
    if (negative(a)) shifted |= ~(low_ones(width) >> count);
    return cut(shifted);
  }

  Bits binary(Op op, uint64_t a, uint64_t b) const {
    // The width is a power of two: modulo is a mask, also for negative counts.
    uint64_t count = b & static_cast<uint64_t>(width - 1);
    switch (op) {
      case Op::Add:
        return cut(a + b);
      case Op::Sub:
        return cut(a - b);
      case Op::Mul:
        return cut(a * b);
      case Op::Div:
        return div(a, b);
      case Op::Rem:
        return rem(a, b);
      case Op::FloorDiv:
        return cut(div(a, b) - (rounds_down(a, b) ? 1 : 0));
      case Op::FloorMod:
        return cut(rem(a, b) + (rounds_down(a, b) ? b : 0));
      case Op::Min:
        return less(b, a) ? b : a;
      case Op::Max:
        return less(a, b) ? b : a;
      case Op::And:
        return a & b;
      case Op::Or:
        return a | b;
      case Op::Xor:
        return a ^ b;
      case Op::Shl:
        return cut(a << count);
      case Op::Shr:
        return shr(a, count);
      default:
        return std::nullopt;
    }
  }

  Bits unary(Op op, uint64_t a) const {
    switch (op) {
      case Op::Neg:
        return cut(0 - a);
      case Op::Abs:
        return magnitude(a);
      case Op::Not:
        return cut(~a);
      default:
        return std::nullopt;
    }
  }

  Bits compare(Op op, uint64_t a, uint64_t b) const {
    switch (op) {
      case Op::Eq:
        return a == b;
      case Op::Ne:
        return a != b;
      case Op::Lt:
        return less(a, b);
      case Op::Le:
        return !less(b, a);
      case Op::Gt:
        return less(b, a);
      case Op::Ge:
        return !less(a, b);
      default:
        return std::nullopt;
    }
  }
};

Ints ints(Type type) { return {type.is_bool() ? 1 : bits_of(type), type.is_signed()}; }

// --- floats, at their own precision; each result is one rounding of the host's arithmetic, which
// is IEEE in round-to-nearest

template <class Float>
struct Floats {
  using Word = std::conditional_t<sizeof(Float) == 4, uint32_t, uint64_t>;
  static constexpr Word kSign = Word{1} << (sizeof(Float) * 8 - 1);

  static Float value(uint64_t bits) { return std::bit_cast<Float>(static_cast<Word>(bits)); }
  static uint64_t bits(Float value) {
    if (std::isnan(value)) value = std::numeric_limits<Float>::quiet_NaN();
    return std::bit_cast<Word>(value);
  }

  static Bits binary(Op op, uint64_t x, uint64_t y) {
    Float a = value(x), b = value(y);
    switch (op) {
      case Op::Add:
        return bits(a + b);
      case Op::Sub:
        return bits(a - b);
      case Op::Mul:
        return bits(a * b);
      case Op::Div:
        return bits(a / b);
      case Op::Min:
        return b < a || std::isnan(a) ? y : x;
      case Op::Max:
        return b > a || std::isnan(a) ? y : x;
      default:
        return std::nullopt;
    }
  }

  static Bits unary(Op op, uint64_t x) {
    Float a = value(x);
    switch (op) {
      case Op::Neg:
        return x ^ kSign;
      case Op::Abs:
        return x & ~uint64_t{kSign};
      case Op::Sqrt:
        return bits(std::sqrt(a));
      case Op::Floor:
        return bits(std::floor(a));
      case Op::Ceil:
        return bits(std::ceil(a));
      case Op::Trunc:
        return bits(std::trunc(a));
      case Op::Rint:
        return bits(std::nearbyint(a));
      default:
        return std::nullopt;
    }
  }

  static Bits compare(Op op, uint64_t x, uint64_t y) {
    Float a = value(x), b = value(y);
    switch (op) {
      case Op::Eq:
        return a == b;
      case Op::Ne:
        return a != b;
      case Op::Lt:
        return a < b;
      case Op::Le:
        return a <= b;
      case Op::Gt:
        return a > b;
      case Op::Ge:
        return a >= b;
      default:
        return std::nullopt;
    }
  }

  // Toward zero, saturating, NaN to 0. The bounds are powers of two, so that they are exact.
  static uint64_t to_int(uint64_t x, Ints to) {
    Float a = std::trunc(value(x));
    if (std::isnan(a)) return 0;
    int value_bits = to.width - (to.is_signed ? 1 : 0);
    Float limit = std::ldexp(Float{1}, value_bits);  // the first value above the range
    uint64_t greatest = low_ones(value_bits);
    if (a >= limit) return greatest;
    if (a < 0) {
      if (!to.is_signed) return 0;
      if (a <= -limit) return uint64_t{1} << value_bits;
      return to.cut(0 - static_cast<uint64_t>(-a));
    }
    return static_cast<uint64_t>(a);
  }
};

uint64_t to_float(Type from, uint64_t bits, bool single) {
  if (from.is_signed()) {
    int64_t v = sign_extended(bits, bits_of(from));
    return single ? Floats<float>::bits(static_cast<float>(v))
                  : Floats<double>::bits(static_cast<double>(v));
  }
  return single ? Floats<float>::bits(static_cast<float>(bits))
                : Floats<double>::bits(static_cast<double>(bits));
}

Bits convert(ConstantValue from, Type to) {
  if (from.type.is_float()) {
    bool single = from.type.kind == Kind::F32;
    if (to.is_int()) {
      return single ? Floats<float>::to_int(from.bits, ints(to))
                    : Floats<double>::to_int(from.bits, ints(to));
    }
    if (from.type.kind == to.kind) return from.bits;
    return single ? Floats<double>::bits(Floats<float>::value(from.bits))
                  : Floats<float>::bits(static_cast<float>(Floats<double>::value(from.bits)));
  }
  if (!from.type.is_int() && !from.type.is_bool()) return std::nullopt;
  if (to.is_float()) return to_float(from.type, from.bits, to.kind == Kind::F32);
  if (!to.is_int()) return std::nullopt;
  uint64_t wide = from.type.is_signed()
                      ? static_cast<uint64_t>(sign_extended(from.bits, bits_of(from.type)))
                      : from.bits;
  return ints(to).cut(wide);
}

Bits bitcast(ConstantValue from, Type to) {
  bool to_ptr = to.is_ptr(), from_ptr = from.type.is_ptr();
  // Null is the only pointer constant.
  if (to_ptr || from_ptr) return from.bits == 0 ? Bits(0) : std::nullopt;
  return from.bits;
}

Bits fma(Type type, std::span<const ConstantValue> v) {
  if (type.kind == Kind::F32) {
    using F = Floats<float>;
    return F::bits(std::fma(F::value(v[0].bits), F::value(v[1].bits), F::value(v[2].bits)));
  }
  using F = Floats<double>;
  return F::bits(std::fma(F::value(v[0].bits), F::value(v[1].bits), F::value(v[2].bits)));
}

}  // namespace

Bits fold(Op op, Type type, std::span<const ConstantValue> v) {
  if (v.empty()) return std::nullopt;
  Type a = v[0].type;
  bool is_float = a.is_float(), single = a.kind == Kind::F32;
  switch (op) {
    case Op::Select:
      return v[0].bits ? v[1].bits : v[2].bits;
    case Op::Convert:
      return convert(v[0], type);
    case Op::Bitcast:
      return bitcast(v[0], type);
    case Op::Fma:
      return fma(type, v);
    case Op::Splat:
    case Op::Extract:
    case Op::Any:
    case Op::All:
      return v[0].bits;  // every lane holds the same
    default:
      break;
  }
  if (!is_float && !a.is_int() && !a.is_bool() && !a.is_ptr()) return std::nullopt;
  if (v.size() == 1) {
    if (!is_float) return a.is_ptr() ? std::nullopt : ints(a).unary(op, v[0].bits);
    return single ? Floats<float>::unary(op, v[0].bits) : Floats<double>::unary(op, v[0].bits);
  }
  if (v.size() != 2) return std::nullopt;
  bool compares = info(op).rule == Rule::Compare || info(op).rule == Rule::CompareAny;
  if (a.is_ptr()) {
    if (!compares || v[1].bits != 0 || v[0].bits != 0) return std::nullopt;
    return Ints{64, false}.compare(op, 0, 0);
  }
  if (!is_float) {
    return compares ? ints(a).compare(op, v[0].bits, v[1].bits)
                    : ints(a).binary(op, v[0].bits, v[1].bits);
  }
  if (compares) {
    return single ? Floats<float>::compare(op, v[0].bits, v[1].bits)
                  : Floats<double>::compare(op, v[0].bits, v[1].bits);
  }
  return single ? Floats<float>::binary(op, v[0].bits, v[1].bits)
                : Floats<double>::binary(op, v[0].bits, v[1].bits);
}

}  // namespace tack::transform
