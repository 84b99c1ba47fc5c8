// SPDX-License-Identifier: Apache-2.0
// Powers, and calls into the math library.
#include <utility>

#include "frontend/python/emitter.hpp"
#include "mathlib/mathlib.hpp"
#include "support/ice.hpp"

namespace tack::python {

using ir::Inst;
using ir::Kind;
using ir::Op;
using ir::Type;

Inst* Emitter::call_math(const std::string& name, std::vector<Inst*> args) {
  ir::Function* callee = mathlib::add(b_.module(), name);
  TACK_CHECK(callee != nullptr);
  return b_.call(*callee, std::move(args));
}

// base ** exponent by repeated squaring; the base is in kind's type.
Inst* Emitter::power_of(Inst* base, uint64_t exponent) {
  Inst* result = nullptr;
  Inst* square = base;
  for (uint64_t rest = exponent; rest != 0;) {
    if (rest & 1) result = result == nullptr ? square : b_.mul(result, square);
    rest >>= 1;
    if (rest != 0) square = b_.mul(square, square);
  }
  if (result != nullptr) return result;
  return is_float(base->type.kind) ? real(base->type.kind, 1.0) : b_.constant(base->type, 1);
}

Parts Emitter::power(const hir::Expr& e, Kind kind, const Parts& bases) {
  const hir::Expr& exponent = *e.args[1];
  bool is_literal = exponent.kind == hir::Node::Int && !exponent.is_negative;
  // Up to 4 the products are within 2 ULP of a float's power and overflow where it does.
  bool is_product = is_literal && (!is_float(kind) || exponent.bits <= 4);
  Parts exponents;
  if (!is_product) exponents = parts(exponent, is_float(kind) ? kind : exponent.ty.kind);
  b_.set_loc(e.loc);
  Parts out;
  for (size_t k = 0; k < e.ty.shape.count(); ++k) {
    Inst* base = pick(bases, k);
    if (is_product) {
      out.push_back(power_of(base, exponent.bits));
    } else if (is_float(kind)) {
      out.push_back(
          call_math(std::string("math.pow_") + ir::kind_name(kind), {base, pick(exponents, k)}));
    } else {
      out.push_back(integer_power(base, pick(exponents, k)));
    }
  }
  return out;
}

Inst* Emitter::integer_power(Inst* base, Inst* exponent) {
  Type type = base->type, count_type = exponent->type;
  Inst* is_negative = nullptr;
  if (count_type.is_signed()) {
    is_negative = b_.lt(exponent, b_.constant(count_type, 0));
    exponent = b_.select(is_negative, b_.constant(count_type, 0), exponent);
  }
  Inst* result = b_.var(type, "power");
  Inst* square = b_.var(type, "square");
  Inst* rest = b_.var(count_type, "exponent");
  b_.store(result, b_.constant(type, 1));
  b_.store(square, base);
  b_.store(rest, exponent);
  Inst* loop = b_.loop("power");
  b_.in(loop->body(), [&] {
    Inst* left = b_.load(rest);
    Inst* more = b_.if_(b_.ne(left, b_.constant(count_type, 0)));
    b_.in(*more->regions[1], [&] { b_.exit(loop); });
    Inst* factor = b_.load(square);
    Inst* so_far = b_.load(result);
    Inst* is_odd = b_.ne(b_.bit_and(left, b_.constant(count_type, 1)), b_.constant(count_type, 0));
    b_.store(result, b_.select(is_odd, b_.mul(so_far, factor), so_far));
    b_.store(square, b_.mul(factor, factor));
    b_.store(rest, b_.emit(Op::Shr, {left, b_.constant(count_type, 1)}));
  });
  Inst* power = b_.load(result);
  // A negative power of an integer is no integer; we promise 0.
  return is_negative == nullptr ? power : b_.select(is_negative, b_.constant(type, 0), power);
}

}  // namespace tack::python
