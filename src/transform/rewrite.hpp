// SPDX-License-Identifier: Apache-2.0
// Small helpers of passes that replace values.
#pragma once

#include <unordered_map>

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

}  // namespace tack::transform
