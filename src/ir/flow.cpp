// SPDX-License-Identifier: Apache-2.0
#include "ir/flow.hpp"

namespace tack::ir {

bool exits_to(const Region& region, const Inst& label) {
  bool found = false;
  walk(region, [&](const Inst& inst) { found = found || inst.target == &label; });
  return found;
}

bool ends(const Region& region) {
  for (const Inst* inst : region.insts) {
    if (ends(*inst)) return true;
  }
  return false;
}

bool ends(const Inst& inst) {
  switch (inst.op) {
    case Op::Exit:
    case Op::Return:
    case Op::Trap:
      return true;
    case Op::Block:
      return ends(inst.body()) && !exits_to(inst.body(), inst);
    case Op::Loop:
      return !exits_to(inst.body(), inst);
    case Op::If:
    case Op::Switch:
      for (const auto& region : inst.regions) {
        if (!ends(*region)) return false;
      }
      return true;
    default:
      return false;
  }
}

}  // namespace tack::ir
