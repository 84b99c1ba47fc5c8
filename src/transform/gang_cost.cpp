// SPDX-License-Identifier: Apache-2.0
#include "transform/gang_cost.hpp"

namespace tack::transform {

using ir::Inst;
using ir::Op;
using ir::Region;

int cost(const Inst& inst) {
  int sum = 0;
  for (const auto& region : inst.regions) sum += cost(*region);
  switch (inst.op) {
    case Op::LoadElem:
      return 6;
    case Op::StoreElem:
      return 12;  // a masked store of lanes is dear on most machines
    case Op::Div:
    case Op::Rem:
    case Op::FloorDiv:
    case Op::FloorMod:
    case Op::Sqrt:
      return inst.type.is_float() ? 4 : 12;
    case Op::AtomicAdd:
    case Op::AtomicMin:
    case Op::AtomicMax:
    case Op::Print:
      return 100;  // lane by lane
    case Op::Loop:
    case Op::For:
      return 100 + sum;
    default:
      return 1 + sum;
  }
}

int cost(const Region& region) {
  int sum = 0;
  for (const Inst* inst : region.insts) sum += cost(*inst);
  return sum;
}

}  // namespace tack::transform
