// SPDX-License-Identifier: Apache-2.0
#include "transform/plain_atomics.hpp"

namespace tack::transform {
namespace {

using namespace ir;

void lower(Function& function, Region& region) {
  std::vector<Inst*> out;
  for (Inst* inst : region.insts) {
    for (auto& inner : inst->regions) lower(function, *inner);
    out.push_back(inst);
    if (!is_atomic(inst->op)) continue;
    // The instruction becomes the load: what used the old value goes on using it.
    Inst *buffer = inst->operands[0], *index = inst->operands[1], *value = inst->operands[2];
    Op op = inst->op == Op::AtomicAdd ? Op::Add : inst->op == Op::AtomicMin ? Op::Min : Op::Max;
    inst->op = Op::LoadElem;
    inst->operands = {buffer, index};
    Inst* changed = function.make(op, inst->type, {inst, value}, inst->loc);
    out.push_back(changed);
    out.push_back(function.make(Op::StoreElem, kVoid, {buffer, index, changed}, inst->loc));
  }
  region.insts = std::move(out);
}

}  // namespace

void plain_atomics(Function& function) { lower(function, function.body); }

}  // namespace tack::transform
