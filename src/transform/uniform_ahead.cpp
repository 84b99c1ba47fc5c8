// SPDX-License-Identifier: Apache-2.0
#include "transform/uniform_ahead.hpp"

#include <algorithm>
#include <unordered_set>

#include "ir/builder.hpp"
#include "ir/clone.hpp"

namespace tack::transform {
namespace {

using namespace ir;

// Instructions done ahead, and values that wait for their turn (in registers, at best).
constexpr size_t kMostInstructions = 40, kMostValues = 8;

class Ahead {
 public:
  explicit Ahead(Function& kernel) : kernel_(kernel), b_(kernel) {}

  void region(Region& region) {
    for (size_t i = 0; i < region.insts.size(); ++i) {
      Inst& inst = *region.insts[i];
      for (auto& inner : inst.regions) this->region(*inner);
      if (inst.op == Op::For && find(inst)) i += rewrite(region, i);
    }
  }

 private:
  bool find(const Inst& loop) {
    slice_.clear();
    known_.clear();
    inside_.clear();
    bool is_innermost = true;
    walk(loop.body(), [&](const Inst& inst) {
      inside_.insert(&inst);
      is_innermost &= inst.op != Op::Loop && inst.op != Op::For;
    });
    if (!is_innermost) return false;
    std::vector<Inst*> candidates;
    collect(loop, loop.body(), candidates);
    // Backward from floats and what is made of them: of integers, only what those need.
    std::unordered_set<const Inst*> wanted;
    bool is_long = false;
    for (size_t i = candidates.size(); i-- > 0;) {
      const Inst& inst = *candidates[i];
      bool from_float = !inst.operands.empty() && inst.operands[0]->type.is_float();
      bool is_root = inst.type.is_float() || (inst.op == Op::Convert && from_float);
      if (!is_root && !wanted.contains(&inst)) continue;
      wanted.insert(&inst);
      wanted.insert(inst.operands.begin(), inst.operands.end());
      slice_.push_back(candidates[i]);
      is_long |= inst.op == Op::Convert && from_float;
    }
    std::reverse(slice_.begin(), slice_.end());
    return is_long && slice_.size() <= kMostInstructions && find_values(loop);
  }

  // Pure scalars that depend on the counter alone, in order, from what every turn runs into or at
  // most skips when no lane is left.
  void collect(const Inst& loop, const Region& region, std::vector<Inst*>& found) {
    for (Inst* inst : region.insts) {
      bool is_scalar = is_pure(inst->op) && inst->type.is_number() && !inst->type.is_lanes();
      auto is_known = [&](const Inst* operand) {
        return operand == loop.index || known_.contains(operand) || !inside_.contains(operand);
      };
      if (is_scalar && std::all_of(inst->operands.begin(), inst->operands.end(), is_known)) {
        known_.insert(inst);
        found.push_back(inst);
      }
      bool is_skip = inst->op == Op::If && inst->operands[0]->op == Op::Any;
      if (is_skip && inst->regions[1]->insts.empty()) collect(loop, *inst->regions[0], found);
    }
  }

  // Those that the rest of the loop uses.
  bool find_values(const Inst& loop) {
    std::unordered_set<const Inst*> done(slice_.begin(), slice_.end()), used;
    walk(loop.body(), [&](const Inst& inst) {
      if (!done.contains(&inst)) used.insert(inst.operands.begin(), inst.operands.end());
    });
    values_.clear();
    for (Inst* inst : slice_) {
      if (used.contains(inst)) values_.push_back(inst);
    }
    return !values_.empty() && values_.size() <= kMostValues;
  }

  // Copies the slice for another counter and stores the values.
  void compute(const Inst* index, Inst* counter, const ValueMap& vars) {
    ValueMap map{{index, counter}};
    for (const Inst* inst : slice_) {
      Inst* copy = clone(*inst, kernel_, map);
      b_.region().insts.push_back(copy);
    }
    for (const Inst* value : values_) b_.store(vars.at(value), map.at(value));
  }

  // Returns how many instructions now stand before the loop at `at`.
  size_t rewrite(Region& region, size_t at) {
    Inst& loop = *region.insts[at];
    std::unordered_set<const Inst*> done(slice_.begin(), slice_.end());
    remove(loop.body(), done);
    Region before, begin;
    ValueMap vars, now;
    b_.set_loc(loop.loc);
    b_.in(before, [&] {
      for (const Inst* value : values_) vars[value] = b_.var(value->type, value->name);
      compute(loop.index, loop.operands[0], vars);
    });
    b_.in(begin, [&] {
      for (const Inst* value : values_) now[value] = b_.load(vars.at(value));
      compute(loop.index, b_.add(loop.index, loop.operands[2]), vars);
    });
    replace_uses(loop.body(), now);
    auto& body = loop.body().insts;
    body.insert(body.begin(), begin.insts.begin(), begin.insts.end());
    region.insts.insert(region.insts.begin() + static_cast<long>(at), before.insts.begin(),
                        before.insts.end());
    return before.insts.size();
  }

  static void remove(Region& region, const std::unordered_set<const Inst*>& gone) {
    std::erase_if(region.insts, [&](const Inst* inst) { return gone.contains(inst); });
    for (Inst* inst : region.insts) {
      for (auto& inner : inst->regions) remove(*inner, gone);
    }
  }

  Function& kernel_;
  Builder b_;
  std::unordered_set<const Inst*> inside_,
      known_;  // of the loop: all, and what the counter decides
  std::vector<Inst*> slice_, values_;
};

}  // namespace

void uniform_ahead(Module& module) {
  for (auto& function : module.functions) {
    if (function->is_kernel() && function->gang != 0) Ahead(*function).region(function->body);
  }
}

}  // namespace tack::transform
