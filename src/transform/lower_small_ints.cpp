// SPDX-License-Identifier: Apache-2.0
#include "transform/lower_small_ints.hpp"

#include "ir/builder.hpp"
#include "ir/clone.hpp"
#include "support/ice.hpp"

namespace tack::transform {
namespace {

using namespace ir;

struct State {
  Builder b;
  SmallInts which;
  ValueMap map = {};

  bool is_small(Type t) const {
    int bits = t.is_int() ? bits_of(t) : 0;
    return (bits == 8 && which.lower8) || (bits == 16 && which.lower16);
  }
  Type wide(Type t) const { return !is_small(t) ? t : t.is_signed() ? kI32 : kU32; }

  // The type of a var with its small numbers widened.
  Type wide_var(Type t) {
    if (t.is_array()) {
      ArrayType array = b.module().array_of(t);
      return b.module().array(wide_var(array.element), array.count);
    }
    if (t.is_struct()) {
      StructType body = b.module().struct_of(t);
      bool changes = false;
      for (Field& field : body.fields) {
        Type to = wide_var(field.type);
        changes |= to != field.type;
        field.type = to;
      }
      // Offsets say nothing of a var that lives in no memory.
      return changes ? b.module().add_struct(std::move(body)) : t;
    }
    return wide(t);
  }

  Inst* operand(Inst* value) {
    if (value->is_const() && is_small(value->type)) {
      int shift = 64 - bits_of(value->type);
      uint64_t bits = value->bits;
      if (value->type.is_signed())
        bits = static_cast<uint64_t>(static_cast<int64_t>(bits << shift) >> shift);
      return b.constant(wide(value->type), bits);
    }
    auto at = map.find(value);
    return at == map.end() ? value : at->second;
  }

  // Brings 32 bits back to the range of `type`.
  Inst* fit(Inst* x, Type type) {
    auto bits = static_cast<uint32_t>(bits_of(type));
    Type w = wide(type);
    if (!type.is_signed()) return b.bit_and(x, b.constant(w, (1u << bits) - 1));
    Inst* shift = b.constant(w, 32 - bits);
    return b.emit(Op::Shr, {b.emit(Op::Shl, {x, shift}), shift});
  }

  Inst* convert(Inst& inst, Type from, Type to) {
    Inst* x = inst.operands[0];
    if (!is_small(to)) return b.convert(to, x);
    Type w = wide(to);
    if (from.is_bool()) return b.convert(w, x);
    if (!from.is_float()) {
      bool inside =
          is_small(from) &&
          (bits_of(from) < bits_of(to) ? !from.is_signed() || to.is_signed() : from == to);
      x = b.convert(w, x);
      return inside ? x : fit(x, to);
    }
    // Saturates at 32 bits first, then at the small type's ends; NaN is 0 by then.
    uint32_t ones = (1u << bits_of(to)) - 1;
    x = b.convert(w, x);
    if (!to.is_signed()) return b.emit(Op::Min, {x, b.constant(w, ones)});
    x = b.emit(Op::Min, {x, b.constant(w, ones >> 1)});
    return b.emit(Op::Max, {x, b.constant(w, ~(ones >> 1))});
  }

  void instruction(Inst& inst, Region& body) {
    Type from = inst.operands.empty() ? kVoid : inst.operands[0]->type;
    Type type = inst.type;
    for (Inst*& o : inst.operands) {
      if (inst.op == Op::StoreElem && &o == &inst.operands[2]) break;
      o = operand(o);
    }
    switch (inst.op) {
      case Op::Var:
        inst.aux = wide_var(inst.aux);
        break;
      case Op::For:
        TACK_CHECK(inst.index != nullptr);
        inst.index->type = wide(inst.index->type);
        break;
      case Op::LoadElem:
        body.insts.push_back(&inst);
        if (is_small(type)) map[&inst] = b.convert(wide(type), &inst);
        return;
      case Op::StoreElem: {
        Type element = Type::scalar(inst.operands[0]->type.buffer_element());
        Inst*& value = inst.operands[2];
        if (!value->is_const()) value = b.convert(element, operand(value));
        break;
      }
      case Op::Convert:
      case Op::Bitcast:
        if (is_small(type) || is_small(from)) {
          Inst* r = convert(inst, from, type);
          if (!r->is_const() && r->name.empty()) r->name = inst.name;
          map[&inst] = r;
          return;
        }
        break;
      case Op::Call:
        for (const Inst* o : inst.operands) TACK_CHECK(!is_small(o->type));
        TACK_CHECK(!is_small(type));
        break;
      default:
        break;
    }
    inst.type = wide(type);
    if (!is_small(type)) {
      body.insts.push_back(&inst);
      return;
    }
    if (inst.op == Op::Shl || inst.op == Op::Shr) {
      auto last = static_cast<uint64_t>(bits_of(type) - 1);
      inst.operands[1] = b.bit_and(inst.operands[1], b.constant(inst.type, last));
    }
    body.insts.push_back(&inst);
    switch (inst.op) {
      case Op::Add:
      case Op::Sub:
      case Op::Mul:
      case Op::Neg:
      case Op::Abs:
      case Op::Div:
      case Op::FloorDiv:
      case Op::Shl:
      case Op::Not:
        map[&inst] = fit(&inst, type);
        break;
      default:  // never leaves the range
        break;
    }
  }

  void region(Region& body) {
    std::vector<Inst*> old = std::move(body.insts);
    body.insts.clear();
    for (Inst* inst : old) {
      b.set_region(body);
      b.set_loc(inst->loc);
      instruction(*inst, body);
      for (auto& inner : inst->regions) region(*inner);
    }
  }
};

}  // namespace

void lower_small_ints(Function& function, SmallInts which) {
  if (!which.lower8 && !which.lower16) return;
  State state{Builder(function), which};
  for (const Inst* p : function.params) TACK_CHECK(!state.is_small(p->type));
  state.region(function.body);
}

}  // namespace tack::transform
