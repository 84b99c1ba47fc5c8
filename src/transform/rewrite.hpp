// SPDX-License-Identifier: Apache-2.0
// Small helpers of passes that replace values.
#pragma once

#include <unordered_map>
#include <utility>
#include <vector>

#include "ir/builder.hpp"
#include "ir/clone.hpp"
#include "ir/ir.hpp"

namespace tack::transform {

// Replaces operands through the region; a replacement that is itself replaced is followed to its
// end.
void replace_all(ir::Region& region, ir::ValueMap map);

// How often each value stands as an operand.
using UseCounts = std::unordered_map<const ir::Inst*, unsigned>;
UseCounts count_uses(const ir::Region& region);

// Erases from the region, at every depth, the instructions for which `dead(inst)` holds.
template <class Dead>
void erase_if(ir::Region& region, const Dead& dead) {
  std::erase_if(region.insts, [&](const ir::Inst* inst) { return dead(*inst); });
  for (ir::Inst* inst : region.insts) {
    for (auto& inner : inst->regions) erase_if(*inner, dead);
  }
}

// Writes the region again, at every depth, in order. `lower(inst)` emits with `b` what computes an
// instruction's value and returns that value, or returns null to keep the instruction. Operands are
// replaced before it sees them.
template <class Lower>
void lower_values(ir::Region& region, ir::Builder& b, const Lower& lower,
                  ir::ValueMap&& replaced = {}) {
  std::vector<ir::Inst*> old = std::exchange(region.insts, {});
  for (ir::Inst* inst : old) {
    for (ir::Inst*& operand : inst->operands) {
      if (auto at = replaced.find(operand); at != replaced.end()) operand = at->second;
    }
    b.set_region(region);
    b.set_loc(inst->loc);
    if (ir::Inst* value = lower(*inst)) {
      value->name = inst->name;
      replaced[inst] = value;
    } else {
      region.insts.push_back(inst);
    }
    for (auto& inner : inst->regions) lower_values(*inner, b, lower, std::move(replaced));
  }
}

}  // namespace tack::transform
