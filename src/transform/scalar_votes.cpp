// SPDX-License-Identifier: Apache-2.0
#include "transform/scalar_votes.hpp"

#include "ir/builder.hpp"
#include "ir/clone.hpp"

namespace tack::transform {
namespace {

using namespace ir;

// Operations of a mask that are looked through.
constexpr int kDepth = 8;

// Lanes that count up from a base (null: from 0), against a limit.
struct Comparison {
  bool fits = false;
  Inst* base = nullptr;
  Inst* limit = nullptr;  // a scalar, or a constant of lanes

  explicit Comparison(const Inst& inst) {
    if (inst.op < Op::Eq || inst.op > Op::Ge) return;
    const Inst& value = *inst.operands[0];
    limit = inst.operands[1];
    if (!value.type.is_int() || !(limit->is_const() || limit->op == Op::Splat)) return;
    if (limit->op == Op::Splat) limit = limit->operands[0];
    fits = value.op == Op::LaneId;
    if (value.op != Op::Add) return;
    for (size_t i = 0; i < 2; ++i) {
      if (value.operands[i]->op != Op::Splat || value.operands[1 - i]->op != Op::LaneId) continue;
      base = value.operands[i]->operands[0];
      fits = true;
    }
  }
};

// any(x or y) = any(x) or any(y), all(x and y) = all(x) and all(y), not x turns one to the other.
bool can_vote(const Inst& mask, bool any, int depth, bool in_gang) {
  if (depth == 0) return false;
  auto operand = [&](size_t i, bool any_of) {
    return can_vote(*mask.operands[i], any_of, depth - 1, in_gang);
  };
  switch (mask.op) {
    case Op::Const:
      return true;
    case Op::Not:
      return operand(0, !any);
    case Op::And:
      // The gang's own mask becomes a constant, but for the tail.
      for (size_t i = 0; i < 2; ++i) {
        if (in_gang && mask.operands[i]->op == Op::GangMask) return operand(1 - i, any);
      }
      return !any && operand(0, any) && operand(1, any);
    case Op::Or:
      return any && operand(0, any) && operand(1, any);
    case Op::Splat:
      return true;
    default:
      return Comparison(mask).fits;
  }
}

class Votes {
 public:
  explicit Votes(Function& function) : b_(function) {}

  void region(Region& region) {
    std::vector<Inst*> old = std::move(region.insts);
    region.insts.clear();
    for (Inst* inst : old) {
      bool any = inst->op == Op::Any;
      if ((any || inst->op == Op::All) && can_vote(*inst->operands[0], any, kDepth, false)) {
        b_.set_region(region);
        b_.set_loc(inst->loc);
        answers_[inst] = vote(*inst->operands[0], any);
        continue;
      }
      region.insts.push_back(inst);
      for (auto& inner : inst->regions) this->region(*inner);
    }
  }

  const ValueMap& answers() const { return answers_; }

 private:
  Inst* vote(const Inst& mask, bool any) {
    switch (mask.op) {
      case Op::Const:
        return b_.i1(mask.bits != 0);
      case Op::Not:
        return b_.bit_not(vote(*mask.operands[0], !any));
      case Op::And:
        return b_.bit_and(vote(*mask.operands[0], any), vote(*mask.operands[1], any));
      case Op::Or:
        return b_.bit_or(vote(*mask.operands[0], any), vote(*mask.operands[1], any));
      case Op::Splat:
        return mask.operands[0];
      default:
        return compare(mask, any);
    }
  }

  // The lanes hold every number from the least to the most, modulo the type's size.
  Inst* compare(const Inst& mask, bool any) {
    Comparison parts(mask);
    Type type = mask.operands[0]->type.element();
    auto number = [&](uint64_t n) { return b_.constant(type, n); };
    Inst* limit = parts.limit->is_const() ? number(parts.limit->bits) : parts.limit;
    Inst* first = parts.base ? parts.base : number(0);
    uint64_t steps = mask.type.lanes - 1u;
    if (mask.op == Op::Eq || mask.op == Op::Ne) {
      // One lane at most equals the limit, and W is above 1.
      if (any == (mask.op == Op::Ne)) return b_.i1(any);
      Type distance = Type::scalar(int_kind(bits_of(type), false));
      Inst* steps_to = b_.convert(distance, b_.sub(limit, first));
      Inst* meets = b_.le(steps_to, b_.constant(distance, steps));
      return mask.op == Op::Eq ? meets : b_.bit_not(meets);
    }
    int value_bits = bits_of(type) - (type.is_signed() ? 1 : 0);
    uint64_t largest = ~uint64_t{0} >> (64 - value_bits);
    uint64_t smallest = type.is_signed() ? uint64_t{1} << value_bits : 0;
    Inst* wraps = b_.lt(number(largest - steps), first);
    bool is_below = mask.op == Op::Lt || mask.op == Op::Le;
    Inst* value = any == is_below ? b_.select(wraps, number(smallest), first)
                                  : b_.select(wraps, number(largest), b_.add(first, number(steps)));
    return b_.emit(mask.op, {value, limit});
  }

  Builder b_;
  ValueMap answers_;
};

}  // namespace

bool has_scalar_any(const Inst& mask) { return can_vote(mask, true, kDepth, true); }

void scalar_votes(Module& module) {
  for (auto& function : module.functions) {
    if (function->is_extern()) continue;
    Votes votes(*function);
    votes.region(function->body);
    replace_uses(function->body, votes.answers());
  }
}

}  // namespace tack::transform
