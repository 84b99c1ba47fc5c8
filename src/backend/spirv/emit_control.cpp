// SPDX-License-Identifier: Apache-2.0
// Regions as structured control flow. `lower_exits` has run: an exit leaves the innermost labelled
// region, so each is a loop's break. SPIR-V lets nothing but loops and switches be left from nested
// constructs, so a block is a loop that never goes round.
#include "backend/spirv/emitter.hpp"
#include "support/ice.hpp"

namespace tack::spirv {

using ir::Op;

bool Emitter::region(const ir::Region& region) {
  for (const ir::Inst* inst : region.insts) {
    if (!this->inst(*inst)) return false;
  }
  return true;
}

bool Emitter::inst(const ir::Inst& inst) {
  switch (inst.op) {
    case Op::Block:
      return block(inst);
    case Op::Loop:
      return loop(inst);
    case Op::If:
      return if_else(inst);
    case Op::Switch:
      return switch_case(inst);
    case Op::Exit: {
      Target& target = targets_.at(inst.target);
      target.used = true;
      w_.branch(target.merge);
      return false;
    }
    case Op::Return:
      w_.effect(spv::Op::OpReturn, {});
      return false;
    case Op::Var:
      variable(inst);
      return true;
    case Op::Store:
      w_.effect(spv::Op::OpStore,
                {access(inst, inst.operands.size() - 1), of(inst.operands.back())});
      return true;
    case Op::StoreElem:
      store_elem(inst);
      return true;
    default:
      values_[&inst] = value(inst);
      w_.name(values_[&inst], inst.name);
      return true;
  }
}

bool Emitter::loop(const ir::Inst& inst) {
  Id header = w_.fresh(), body = w_.fresh(), next = w_.fresh(), merge = w_.fresh();
  targets_[&inst] = {merge, false};
  w_.branch(header);
  w_.label(header);
  w_.effect(spv::Op::OpLoopMerge, {merge, next, 0});
  w_.branch(body);
  w_.label(body);
  if (region(inst.body())) w_.branch(next);
  w_.label(next);
  w_.branch(header);
  w_.label(merge);
  if (targets_[&inst].used) return true;
  w_.effect(spv::Op::OpUnreachable, {});
  return false;
}

bool Emitter::block(const ir::Inst& inst) {
  bool is_left = false;
  ir::walk(inst.body(), [&](const ir::Inst& i) { is_left |= i.target == &inst; });
  if (!is_left) return region(inst.body());

  Id header = w_.fresh(), body = w_.fresh(), next = w_.fresh(), merge = w_.fresh();
  targets_[&inst] = {merge, false};
  w_.branch(header);
  w_.label(header);
  w_.effect(spv::Op::OpLoopMerge, {merge, next, 0});
  w_.branch(body);
  w_.label(body);
  bool falls = region(inst.body());
  if (falls) w_.branch(merge);
  w_.label(next);
  w_.branch(header);
  w_.label(merge);
  if (falls || targets_[&inst].used) return true;
  w_.effect(spv::Op::OpUnreachable, {});
  return false;
}

bool Emitter::if_else(const ir::Inst& inst) {
  bool has_else = inst.regions.size() > 1 && !inst.regions[1]->insts.empty();
  Id then = w_.fresh(), merge = w_.fresh();
  Id other = has_else ? w_.fresh() : merge;
  Id condition = of(inst.operands[0]);
  w_.effect(spv::Op::OpSelectionMerge, {merge, 0});
  w_.effect(spv::Op::OpBranchConditional, {condition, then, other});
  w_.label(then);
  bool falls = region(*inst.regions[0]);
  if (falls) w_.branch(merge);
  if (has_else) {
    w_.label(other);
    bool other_falls = region(*inst.regions[1]);
    if (other_falls) w_.branch(merge);
    falls |= other_falls;
  } else {
    falls = true;
  }
  w_.label(merge);
  if (!falls) w_.effect(spv::Op::OpUnreachable, {});
  return falls;
}

// The subject is 32 bits wide: other widths were mapped to case numbers before.
bool Emitter::switch_case(const ir::Inst& inst) {
  TACK_CHECK(ir::bits_of(inst.operands[0]->type) == 32);
  Id merge = w_.fresh();
  std::vector<Id> labels;
  for (size_t i = 0; i < inst.regions.size(); ++i) labels.push_back(w_.fresh());
  Words words{of(inst.operands[0]), labels.back()};
  for (size_t i = 0; i < inst.cases.size(); ++i) {
    for (int64_t value : inst.cases[i].values) {
      words.push_back(static_cast<uint32_t>(value));
      words.push_back(labels[i]);
    }
  }
  w_.effect(spv::Op::OpSelectionMerge, {merge, 0});
  w_.effect(spv::Op::OpSwitch, words);
  bool falls = false;
  for (size_t i = 0; i < inst.regions.size(); ++i) {
    w_.label(labels[i]);
    if (!region(*inst.regions[i])) continue;
    w_.branch(merge);
    falls = true;
  }
  w_.label(merge);
  if (!falls) w_.effect(spv::Op::OpUnreachable, {});
  return falls;
}

}  // namespace tack::spirv
