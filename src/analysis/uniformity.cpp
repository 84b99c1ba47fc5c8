// SPDX-License-Identifier: Apache-2.0
#include "analysis/uniformity.hpp"

namespace tack::analysis {

using ir::Inst;
using ir::Op;
using ir::Region;

Uniformity::Uniformity(const ir::Function& kernel) : liveness_(kernel) {
  if (!kernel.indices.empty()) varying_.insert(kernel.indices.back());
  for (const Inst* reduction : kernel.reductions) {
    varying_.insert(reduction);
    depth_[reduction] = 0;
  }
  // From "all uniform" upwards: each round only adds.
  do {
    changed_ = false;
    visit(kernel.body);
  } while (changed_);
}

bool Uniformity::any_varying(const Inst& inst, size_t from) const {
  for (size_t i = from; i < inst.operands.size(); ++i) {
    if (varying(*inst.operands[i])) return true;
  }
  return false;
}

// Whether a lane that is off here may read `var` later.
bool Uniformity::may_disturb(const Inst& var) const {
  // What lanes that have returned left in a reduction is still wanted.
  if (var.op == Op::Reduction && returns_) return true;
  for (size_t i = depth_.at(&var); i < stack_.size(); ++i) {
    const Inst& construct = *stack_[i].construct;
    if (construct.has_label()) {
      if (diverges(construct) && liveness_.live_after(construct, var)) return true;
      continue;
    }
    if (!varying_control(construct)) continue;
    // Arms run in order: lanes of earlier ones wait behind the construct, of later ones at theirs.
    if (stack_[i].arm > 0 && liveness_.live_after(construct, var)) return true;
    for (size_t later = stack_[i].arm + 1; later < construct.regions.size(); ++later) {
      if (liveness_.live_in(*construct.regions[later], var)) return true;
    }
  }
  return false;
}

void Uniformity::visit_store(const Inst& inst) {
  const Inst& var = *inst.operands[0];
  if (may_disturb(var)) mark(blends_, inst);
  if (blends(inst) || any_varying(inst, 1)) mark(varying_, var);
}

void Uniformity::visit_exit(const Inst& inst) {
  bool is_varying = false;
  size_t outer = stack_.size();
  while (outer > 0 && stack_[outer - 1].construct != inst.target) {
    const Inst& construct = *stack_[--outer].construct;
    is_varying |= construct.has_label() ? diverges(construct) : varying_control(construct);
  }
  if (!is_varying) return;
  mark(exits_, inst);
  for (size_t i = outer; i < stack_.size(); ++i) {
    mark(drops_, *stack_[i].construct);
    if (stack_[i].construct->has_label()) mark(past_, *stack_[i].construct);
  }
  if (inst.target) {
    mark(diverges_, *inst.target);
    mark(drops_, *inst.target);
  } else {
    changed_ |= !returns_;
    returns_ = true;
  }
}

void Uniformity::visit_value(const Inst& inst) {
  switch (inst.op) {
    case Op::Load:
      if (any_varying(inst)) mark(varying_, inst);
      // One copy serves all lanes only if all read the same element of it.
      if (any_varying(inst, 1)) mark(varying_, *inst.operands[0]);
      break;
    case Op::AtomicAdd:
    case Op::AtomicMin:
    case Op::AtomicMax:
      mark(varying_, inst);  // lanes come one after the other
      break;
    case Op::Call:
    case Op::CallPtr:
      mark(varying_, inst);  // a scalar call answers for one lane only
      break;
    default:
      if (!inst.type.is_void() && any_varying(inst)) mark(varying_, inst);
      break;
  }
}

void Uniformity::visit(const Region& region) {
  for (const Inst* each : region.insts) {
    const Inst& inst = *each;
    switch (inst.op) {
      case Op::Var:
        depth_[&inst] = stack_.size();
        continue;
      case Op::Store:
        visit_store(inst);
        continue;
      case Op::Exit:
      case Op::Return:
        visit_exit(inst);
        continue;
      case Op::If:
      case Op::Switch:
        if (any_varying(inst)) mark(control_, inst);
        break;
      case Op::For:
        // Lanes that begin and step alike agree on the index as long as they run.
        if (varying(*inst.operands[0]) || varying(*inst.operands[2])) mark(varying_, *inst.index);
        if (any_varying(inst)) {
          mark(control_, inst);
          mark(diverges_, inst);
          mark(drops_, inst);
        }
        break;
      default:
        visit_value(inst);
        break;
    }
    for (size_t arm = 0; arm < inst.regions.size(); ++arm) {
      stack_.push_back({&inst, arm});
      visit(*inst.regions[arm]);
      stack_.pop_back();
    }
  }
}

}  // namespace tack::analysis
