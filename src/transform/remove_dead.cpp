// SPDX-License-Identifier: Apache-2.0
#include "transform/remove_dead.hpp"

#include "transform/rewrite.hpp"

namespace tack::transform {
namespace {

using namespace ir;

bool has_effect(const Inst& inst) {
  if (inst.is_volatile) return true;
  Effects effects = info(inst.op).effects;
  return effects != Effects::Pure && effects != Effects::Reads && inst.op != Op::Var;
}

// Backwards, so that users go before what they use.
bool remove(Region& region, UseCounts& uses) {
  bool removed = false;
  for (size_t i = region.insts.size(); i-- > 0;) {
    Inst* inst = region.insts[i];
    for (auto& inner : inst->regions) removed |= remove(*inner, uses);
    if (has_effect(*inst) || uses[inst] != 0) continue;
    for (const Inst* operand : inst->operands) --uses[operand];
    region.insts[i] = nullptr;
    removed = true;
  }
  std::erase(region.insts, nullptr);
  return removed;
}

}  // namespace

bool remove_dead(Function& function) {
  UseCounts uses = count_uses(function.body);
  return remove(function.body, uses);
}

}  // namespace tack::transform
