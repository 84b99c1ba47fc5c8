// SPDX-License-Identifier: Apache-2.0
#include "transform/rewrite.hpp"

namespace tack::transform {

using namespace ir;

void replace_all(Region& region, ValueMap map) {
  if (map.empty()) return;
  for (auto& [from, to] : map) {
    for (auto next = map.find(to); next != map.end(); next = map.find(to)) to = next->second;
  }
  replace_uses(region, map);
}

UseCounts count_uses(const Region& region) {
  UseCounts uses;
  walk(region, [&](const Inst& inst) {
    for (const Inst* operand : inst.operands) ++uses[operand];
  });
  return uses;
}

}  // namespace tack::transform
