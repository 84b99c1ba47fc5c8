// SPDX-License-Identifier: Apache-2.0
#include "transform/lower_int64.hpp"

#include <unordered_map>

#include "ir/builder.hpp"
#include "ir/clone.hpp"
#include "support/ice.hpp"
#include "transform/pair_arith.hpp"

namespace tack::transform {
namespace {

using namespace ir;

bool is_wide(Type t) { return t.is_int() && bits_of(t) == 64; }

struct State {
  Function& f;
  Builder b{f};
  PairArith pairs{b};
  std::unordered_map<const Inst*, Pair> halves = {};  // values and vars
  ValueMap replaced = {};

  // A var's type with its 64-bit integers cut to a word; the same type when it has none.
  Type word_var(Type t) {
    if (t.is_array()) {
      ArrayType array = b.module().array_of(t);
      Type element = word_var(array.element);
      return element == array.element ? t : b.module().array(element, array.count);
    }
    if (t.is_struct()) {
      for (const Field& field : b.module().struct_of(t).fields)
        TACK_CHECK(word_var(field.type) == field.type);
      return t;
    }
    return is_wide(t) ? kU32 : t;
  }

  Pair pair(const Inst* value) {
    if (value->is_const()) return pairs.constant(value->bits);
    auto at = halves.find(value);
    if (at == halves.end()) TACK_ICE("no halves of '" + value->name + "'");
    return at->second;
  }

  Inst* word(Inst* value) { return is_wide(value->type) ? pair(value).low : value; }

  std::vector<Inst*> path(const Inst& inst, size_t end) {
    std::vector<Inst*> out;
    for (size_t i = 1; i < end; ++i) out.push_back(word(inst.operands[i]));
    return out;
  }

  Pair convert(const Inst& inst) {
    Inst* x = inst.operands[0];
    Type from = x->type, to = inst.type;
    if (is_wide(from)) return pair(x);
    if (from.is_float()) return pairs.from_float(x, to.is_signed());
    if (from.is_bool() || !from.is_signed()) return {b.convert(kU32, x), b.constant(kU32, 0)};
    Inst* low = b.convert(kI32, x);
    return {b.convert(kU32, low), b.convert(kU32, b.emit(Op::Shr, {low, b.i32(31)}))};
  }

  Pair compute(const Inst& inst) {
    auto x = [&](size_t i) { return pair(inst.operands[i]); };
    bool is_signed = inst.type.is_signed();
    switch (inst.op) {
      case Op::Add:
        return pairs.add(x(0), x(1));
      case Op::Sub:
        return pairs.sub(x(0), x(1));
      case Op::Mul:
        return pairs.mul(x(0), x(1));
      case Op::Div:
      case Op::Rem:
      case Op::FloorDiv:
      case Op::FloorMod:
        return pairs.divide(inst.op, x(0), x(1), is_signed);
      case Op::Neg:
        return pairs.neg(x(0));
      case Op::Abs:
        if (!is_signed) return x(0);
        return pairs.select(pairs.is_negative(x(0)), pairs.neg(x(0)), x(0));
      case Op::Min:
      case Op::Max: {
        Op how = inst.op == Op::Min ? Op::Lt : Op::Gt;
        return pairs.select(pairs.compare(how, x(1), x(0), is_signed), x(1), x(0));
      }
      case Op::And:
      case Op::Or:
      case Op::Xor:
        return pairs.bits(inst.op, x(0), x(1));
      case Op::Not:
        return pairs.bits(inst.op, x(0), {});
      case Op::Shl:
        return pairs.shl(x(0), x(1).low);
      case Op::Shr:
        return pairs.shr(x(0), x(1).low, is_signed);
      case Op::Select:
        return pairs.select(inst.operands[0], x(1), x(2));
      case Op::Convert:
        return convert(inst);
      case Op::Bitcast: {
        if (is_wide(inst.operands[0]->type)) return x(0);
        Inst* bits = b.bitcast(kU64, inst.operands[0]);
        return {b.convert(kU32, bits),
                b.convert(kU32, b.emit(Op::Shr, {bits, b.constant(kU64, 32)}))};
      }
      default:
        TACK_ICE("lower_int64 takes no '" + std::string(info(inst.op).text) + "'");
    }
  }

  // Ops that touch 64-bit integers without giving one; nothing when this is not such an op.
  Inst* consume(const Inst& inst) {
    Inst* a = inst.operands[0];
    switch (inst.op) {
      case Op::Eq:
      case Op::Ne:
      case Op::Lt:
      case Op::Le:
      case Op::Gt:
      case Op::Ge:
        return pairs.compare(inst.op, pair(a), pair(inst.operands[1]), a->type.is_signed());
      case Op::Convert:
        if (inst.type.is_float()) return pairs.to_float(pair(a), inst.type, a->type.is_signed());
        return b.convert(inst.type, pair(a).low);
      case Op::Bitcast: {  // to f64
        Pair x = pair(a);
        Inst* high = b.emit(Op::Shl, {b.emit(Op::Convert, kU64, {x.high}), b.constant(kU64, 32)});
        return b.bitcast(inst.type, b.bit_or(high, b.emit(Op::Convert, kU64, {x.low})));
      }
      default:
        return nullptr;
    }
  }

  // Word `k` (0: low) of a 64-bit element.
  Inst* word_index(Inst* index, uint32_t k) {
    if (!b.module().target.little_endian) k ^= 1;
    Inst* first = b.emit(Op::Shl, {b.convert(kU32, index), b.constant(kU32, 1)});
    return k == 0 ? first : b.add(first, b.constant(kU32, 1));
  }

  // True when the instruction was replaced by others.
  bool instruction(Inst& inst) {
    switch (inst.op) {
      case Op::Var: {
        Type type = word_var(inst.aux);
        if (type == inst.aux) return false;
        Inst* low = b.var(type, inst.name + ".low");
        halves[&inst] = {low, b.var(type, inst.name + ".high")};
        return true;
      }
      case Op::Load: {
        std::vector<Inst*> steps = path(inst, inst.operands.size());
        auto var = halves.find(inst.operands[0]);
        if (var != halves.end()) {
          Inst* low = b.load(var->second.low, steps);
          halves[&inst] = {low, b.load(var->second.high, steps)};
          return true;
        }
        std::copy(steps.begin(), steps.end(), inst.operands.begin() + 1);
        return false;
      }
      case Op::Store: {
        std::vector<Inst*> steps = path(inst, inst.operands.size() - 1);
        auto var = halves.find(inst.operands[0]);
        if (var != halves.end()) {
          Pair value = pair(inst.operands.back());
          b.store(var->second.low, value.low, steps);
          b.store(var->second.high, value.high, steps);
          return true;
        }
        std::copy(steps.begin(), steps.end(), inst.operands.begin() + 1);
        return false;
      }
      case Op::LoadElem: {
        Inst* index = word(inst.operands[1]);
        if (is_wide(inst.type)) {
          Inst* low = b.load_elem(inst.operands[0], word_index(index, 0));
          halves[&inst] = {low, b.load_elem(inst.operands[0], word_index(index, 1))};
          return true;
        }
        inst.operands[1] = index;
        return false;
      }
      case Op::StoreElem: {
        Inst* index = word(inst.operands[1]);
        if (is_wide(inst.operands[2]->type)) {
          Pair value = pair(inst.operands[2]);
          b.store_elem(inst.operands[0], word_index(index, 0), value.low);
          b.store_elem(inst.operands[0], word_index(index, 1), value.high);
          return true;
        }
        inst.operands[1] = index;
        return false;
      }
      default:
        break;
    }
    if (is_wide(inst.type)) {
      Pair r = compute(inst);
      if (r.low->name.empty() && !r.low->is_const() && !inst.name.empty())
        r.low->name = inst.name + ".low";
      halves[&inst] = r;
      return true;
    }
    bool reads_wide = false;
    for (const Inst* o : inst.operands) reads_wide |= is_wide(o->type);
    if (!reads_wide) return false;
    Inst* r = consume(inst);
    if (!r) TACK_ICE("lower_int64 takes no '" + std::string(info(inst.op).text) + "'");
    if (r->name.empty() && !r->is_const()) r->name = inst.name;
    replaced[&inst] = r;
    return true;
  }

  void region(Region& body) {
    std::vector<Inst*> old = std::move(body.insts);
    body.insts.clear();
    for (Inst* inst : old) {
      for (Inst*& o : inst->operands) {
        auto at = replaced.find(o);
        if (at != replaced.end()) o = at->second;
      }
      b.set_region(body);
      b.set_loc(inst->loc);
      if (!instruction(*inst)) body.insts.push_back(inst);
      for (auto& inner : inst->regions) region(*inner);
    }
  }
};

}  // namespace

void lower_int64(Function& function) {
  for (Inst* p : function.params) {
    TACK_CHECK(!is_wide(p->type));
    // Before the accesses are rewritten, so that they are written with words.
    if (p->type.is_buffer() && is_wide(Type::scalar(p->type.buffer_element())))
      p->type = Type::buffer(Kind::U32);
  }
  State state{function};
  state.region(function.body);
}

}  // namespace tack::transform
