// SPDX-License-Identifier: Apache-2.0
#include "transform/identities.hpp"

#include <bit>
#include <utility>

#include "transform/fold.hpp"

namespace tack::transform {
namespace {

using namespace ir;

struct Rewriter {
  Function& f;
  Inst& inst;
  bool& changed;

  Inst* at(size_t i) const { return inst.operands[i]; }
  Type type() const { return inst.type; }

  static uint64_t ones(Type type) {
    int width = bits_of(type);
    return width == 64 ? ~uint64_t{0} : (uint64_t{1} << width) - 1;
  }
  static bool is(const Inst* value, uint64_t bits) {
    return value->is_const() && value->bits == bits;
  }
  static bool is_zero(const Inst* value) { return !value->type.is_float() && is(value, 0); }
  static bool is_ones(const Inst* value) {
    return !value->type.is_float() && is(value, ones(value->type));
  }
  // The float constants 1.0 and -0.0.
  static bool is_float_one(const Inst* v) {
    return v->type.kind == Kind::F32 ? is(v, 0x3F800000u)
                                     : v->type.kind == Kind::F64 && is(v, 0x3FF0000000000000u);
  }
  static bool is_float_zero(const Inst* v, bool negative) {
    int width = bits_of(v->type);
    return v->type.is_float() && is(v, negative ? uint64_t{1} << (width - 1) : 0);
  }
  static bool is_one(const Inst* v) { return v->type.is_int() && is(v, 1); }

  Inst* constant(uint64_t bits) const { return f.constant(type(), bits); }

  // Becomes another op on other operands.
  Inst* become(Op op, std::vector<Inst*> operands) {
    inst.op = op;
    inst.operands = std::move(operands);
    changed = true;
    return nullptr;
  }

  static bool commutes(Op op) {
    return op == Op::Add || op == Op::Mul || op == Op::And || op == Op::Or || op == Op::Xor ||
           op == Op::Eq || op == Op::Ne;
  }

  Inst* add() {
    if (is_zero(at(1)) || is_float_zero(at(1), true)) return at(0);
    // (x + c) + d, which wraps alike
    Inst* x = at(0);
    if (type().is_int() && at(1)->is_const() && x->op == Op::Add && x->operands[1]->is_const())
      return become(Op::Add, {x->operands[0], constant(x->operands[1]->bits + at(1)->bits)});
    return nullptr;
  }
  Inst* sub() {
    if (is_zero(at(1)) || is_float_zero(at(1), false)) return at(0);
    if (type().is_int() && at(0) == at(1)) return constant(0);
    if (is_zero(at(0))) return become(Op::Neg, {at(1)});
    return nullptr;
  }
  Inst* mul() {
    if (is_one(at(1)) || is_float_one(at(1))) return at(0);
    return is_zero(at(1)) ? at(1) : nullptr;
  }
  Inst* divide() {
    if (is_one(at(1)) || is_float_one(at(1))) return at(0);
    return is_zero(at(1)) ? at(1) : nullptr;  // x / 0 is 0
  }
  Inst* remainder() {
    if (is_zero(at(1))) return at(0);
    return is_one(at(1)) ? constant(0) : nullptr;
  }
  Inst* bitwise() {
    Inst *a = at(0), *b = at(1);
    if (inst.op == Op::Xor) {
      if (a == b) return constant(0);
      if (is_zero(b)) return a;
      return is_ones(b) ? become(Op::Not, {a}) : nullptr;
    }
    if (a == b) return a;
    bool is_and = inst.op == Op::And;
    if (is_and ? is_ones(b) : is_zero(b)) return a;
    if (is_and ? is_zero(b) : is_ones(b)) return b;
    if (is_not_of(a, b) || is_not_of(b, a)) return constant(is_and ? 0 : ones(type()));
    return nullptr;
  }
  static bool is_not_of(const Inst* a, const Inst* b) {
    return a->op == Op::Not && a->operands[0] == b;
  }

  Inst* negated() {
    Inst* x = at(0);
    if (x->op == Op::Not) return x->operands[0];
    bool floats = !x->operands.empty() && x->operands[0]->type.is_float();
    switch (x->op) {
      case Op::Eq:
        return become(Op::Ne, x->operands);
      case Op::Ne:
        return become(Op::Eq, x->operands);
      case Op::Lt:
        return floats ? nullptr : become(Op::Ge, x->operands);
      case Op::Le:
        return floats ? nullptr : become(Op::Gt, x->operands);
      case Op::Gt:
        return floats ? nullptr : become(Op::Le, x->operands);
      case Op::Ge:
        return floats ? nullptr : become(Op::Lt, x->operands);
      default:
        return nullptr;
    }
  }

  Inst* compare() {
    Inst *a = at(0), *b = at(1);
    bool eq = inst.op == Op::Eq, ne = inst.op == Op::Ne;
    if (a == b) {
      bool strict = ne || inst.op == Op::Lt || inst.op == Op::Gt;
      if (!a->type.is_float()) return f.constant(type(), !strict);
      return inst.op == Op::Lt || inst.op == Op::Gt ? f.constant(type(), 0) : nullptr;
    }
    if (a->type.is_bool() && b->is_const() && (eq || ne)) {
      bool keeps = (b->bits != 0) == eq;
      return keeps ? a : become(Op::Not, {a});
    }
    return nullptr;
  }

  Inst* select() {
    Inst *c = at(0), *a = at(1), *b = at(2);
    if (c->is_const()) return c->bits ? a : b;
    if (a == b) return a;
    if (c->op == Op::Not) return become(Op::Select, {c->operands[0], b, a});
    if (type().is_bool() && c->type == type() && a->is_const() && b->is_const())
      return a->bits ? c : become(Op::Not, {c});
    return nullptr;
  }

  // Does every value of `from` stand unchanged in `to`?
  static bool keeps_value(Type from, Type to) {
    if (from.is_bool()) return to.is_number();
    if (from.is_float()) return to.kind == Kind::F64 || to.kind == from.kind;
    if (to.is_float())
      return bits_of(from) < (to.kind == Kind::F64 ? 64 : 32) && bits_of(from) <= 32;
    if (from.is_signed() == to.is_signed()) return bits_of(to) >= bits_of(from);
    return from.is_unsigned() && bits_of(to) > bits_of(from);
  }

  Inst* convert() {
    Inst* x = at(0);
    if (x->type == type()) return x;
    if (x->op != Op::Convert) return nullptr;
    Inst* source = x->operands[0];
    bool ints =
        type().is_int() && x->type.is_int() && (source->type.is_int() || source->type.is_bool());
    bool drops = ints && bits_of(type()) <= bits_of(x->type);
    if (!keeps_value(source->type, x->type) && !drops) return nullptr;
    // A float saturates on its way to an integer; an integer wraps.
    bool saturates = x->type.is_float() && !source->type.is_float() && type().is_int();
    if (saturates && !keeps_value(source->type, type())) return nullptr;
    if (source->type == type()) return source;
    return become(Op::Convert, {source});
  }

  Inst* bitcast() {
    Inst* x = at(0);
    if (x->type == type()) return x;
    if (x->op != Op::Bitcast) return nullptr;
    if (x->operands[0]->type == type()) return x->operands[0];
    return become(Op::Bitcast, {x->operands[0]});
  }

  Inst* run() {
    if (commutes(inst.op) && at(0)->is_const() && !at(1)->is_const()) {
      std::swap(inst.operands[0], inst.operands[1]);
      changed = true;
    }
    switch (inst.op) {
      case Op::Add:
        return add();
      case Op::Sub:
        return sub();
      case Op::Mul:
        return mul();
      case Op::Div:
      case Op::FloorDiv:
        return divide();
      case Op::Rem:
      case Op::FloorMod:
        return remainder();
      case Op::And:
      case Op::Or:
      case Op::Xor:
        return bitwise();
      case Op::Not:
        return negated();
      case Op::Neg:
        return at(0)->op == Op::Neg ? at(0)->operands[0] : nullptr;
      case Op::Abs:
        if (at(0)->op == Op::Abs || type().is_unsigned()) return at(0);
        return at(0)->op == Op::Neg ? become(Op::Abs, at(0)->operands) : nullptr;
      case Op::Min:
      case Op::Max:
        return at(0) == at(1) ? at(0) : nullptr;
      case Op::Shl:
      case Op::Shr:
        // The count is taken modulo the width, which is a power of two.
        if (at(1)->is_const() && (at(1)->bits & static_cast<uint64_t>(bits_of(type()) - 1)) == 0)
          return at(0);
        return is_zero(at(0)) ? at(0) : nullptr;
      case Op::Eq:
      case Op::Ne:
      case Op::Lt:
      case Op::Le:
      case Op::Gt:
      case Op::Ge:
        return compare();
      case Op::Select:
        return select();
      case Op::Convert:
        return convert();
      case Op::Bitcast:
        return bitcast();
      case Op::PtrAdd:
        return is_zero(at(1)) ? at(0) : nullptr;
      case Op::Any:
      case Op::All:
      case Op::Extract:
        return at(0)->op == Op::Splat ? at(0)->operands[0] : nullptr;
      default:
        return nullptr;
    }
  }
};

}  // namespace

Inst* simpler(Function& function, Inst& inst, bool& changed) {
  if (is_pure(inst.op) && !inst.operands.empty()) {
    std::vector<ConstantValue> values;
    for (const Inst* operand : inst.operands) {
      if (!operand->is_const()) break;
      values.push_back({operand->type, operand->bits});
    }
    if (values.size() == inst.operands.size()) {
      std::optional<uint64_t> bits = fold(inst.op, inst.type, values);
      if (bits) return function.constant(inst.type, *bits);
    }
  }
  return Rewriter{function, inst, changed}.run();
}

}  // namespace tack::transform
