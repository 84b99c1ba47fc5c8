// SPDX-License-Identifier: Apache-2.0
#include "ir/clone.hpp"

namespace tack::ir {
namespace {

Inst* mapped(Inst* value, Function& to, const ValueMap& map) {
  auto found = map.find(value);
  if (found != map.end()) return found->second;
  return value->is_const() ? to.constant(value->type, value->bits) : value;
}

}  // namespace

Loc chain(Module& module, Loc inner, Loc outer) {
  if (outer == 0) return inner;
  if (inner == 0) return outer;
  LocInfo info = module.locs[inner];
  info.inlined_at = chain(module, info.inlined_at, outer);
  return module.add_loc(info);
}

Inst* clone(const Inst& inst, Function& to, ValueMap& map, Loc inlined_at) {
  Inst* copy = to.make(inst.op, inst.type, {}, chain(to.module, inst.loc, inlined_at));
  copy->is_volatile = inst.is_volatile;
  copy->name = inst.name;
  copy->bits = inst.bits;
  copy->aux = inst.aux;
  copy->callee = inst.callee;
  copy->global = inst.global;
  copy->text = inst.text;
  copy->signature = inst.signature;
  copy->split = inst.split;
  copy->cases = inst.cases;
  for (Inst* operand : inst.operands) copy->operands.push_back(mapped(operand, to, map));
  if (inst.target) copy->target = mapped(inst.target, to, map);
  map[&inst] = copy;
  if (inst.index) {
    copy->index = to.make(Op::ForIndex, inst.index->type, {}, copy->loc);
    copy->index->name = inst.index->name;
    map[inst.index] = copy->index;
  }
  copy->regions.clear();
  for (const auto& region : inst.regions) {
    copy->regions.push_back(std::make_unique<Region>());
    clone_into(*region, *copy->regions.back(), to, map, inlined_at);
  }
  return copy;
}

void clone_into(const Region& from, Region& into, Function& to, ValueMap& map, Loc inlined_at) {
  for (const Inst* inst : from.insts) into.insts.push_back(clone(*inst, to, map, inlined_at));
}

void replace_uses(Region& region, const ValueMap& map) {
  walk(region, [&](Inst& inst) {
    for (Inst*& operand : inst.operands) {
      auto found = map.find(operand);
      if (found != map.end()) operand = found->second;
    }
    if (inst.target) {
      auto found = map.find(inst.target);
      if (found != map.end()) inst.target = found->second;
    }
  });
}

}  // namespace tack::ir
