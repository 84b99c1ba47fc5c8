// SPDX-License-Identifier: Apache-2.0
#include "analysis/liveness.hpp"

namespace tack::analysis {

using ir::Inst;
using ir::Op;
using ir::Region;

Liveness::Liveness(const ir::Function& function) {
  auto add = [&](const Inst& inst) {
    if (inst.is_var()) ids_.emplace(&inst, ids_.size());
  };
  for (const Inst* reduction : function.reductions) add(*reduction);
  ir::walk(function.body, add);
  words_ = (ids_.size() + 63) / 64;
  // Sweeps of the whole body, with the sets of the sweep before standing in at back edges: as many
  // as loops are nested, and two more. Solving each loop alone would double the work at each level.
  do {
    changed_ = false;
    Set live(words_);
    for (const Inst* reduction : function.reductions) {
      size_t id = ids_.at(reduction);
      live[id / 64] |= uint64_t{1} << (id % 64);
    }
    sweep(function.body, live);
  } while (changed_);
}

void Liveness::merge(Set& into, const Set& from) {
  into.resize(words_);
  for (size_t i = 0; i < words_; ++i) {
    if ((from[i] & ~into[i]) == 0) continue;
    into[i] |= from[i];
    changed_ = true;
  }
}

void Liveness::sweep(const Region& region, Set& live) {
  for (size_t at = region.insts.size(); at-- > 0;) {
    const Inst& inst = *region.insts[at];
    auto set = [&](bool is_live) {
      size_t id = ids_.at(inst.op == Op::Var ? &inst : inst.operands[0]);
      uint64_t bit = uint64_t{1} << (id % 64);
      live[id / 64] = is_live ? live[id / 64] | bit : live[id / 64] & ~bit;
    };
    switch (inst.op) {
      case Op::Var:
        set(false);
        break;
      case Op::Load:
      case Op::VarGather:
      case Op::AddrOf:
        if (!inst.operands.empty()) set(true);
        break;
      case Op::Store:
        if (inst.operands.size() == 2) set(false);
        break;
      case Op::Exit:
        live = after_[inst.target];
        live.resize(words_);
        break;
      case Op::Return:
      case Op::Trap:
        live.assign(words_, 0);
        for (const auto& [var, id] : ids_) {
          if (var->op == Op::Reduction) live[id / 64] |= uint64_t{1} << (id % 64);
        }
        break;
      case Op::Block:
      case Op::Loop:
      case Op::For: {
        merge(after_[&inst], live);
        Set& head = in_[&inst.body()];
        head.resize(words_);
        Set inner = inst.op == Op::Block ? live : head;
        if (inst.op == Op::For) merge(head, live), inner = head;
        sweep(inst.body(), inner);
        merge(head, inner);
        live = head;
        break;
      }
      case Op::If:
      case Op::Switch: {
        merge(after_[&inst], live);
        Set all(words_);
        for (const auto& arm : inst.regions) {
          Set inner = live;
          sweep(*arm, inner);
          merge(in_[arm.get()], inner);
          for (size_t i = 0; i < words_; ++i) all[i] |= inner[i];
        }
        live = all;
        break;
      }
      default:
        break;
    }
  }
}

bool Liveness::has(const Set& set, const Inst& var) const {
  size_t id = ids_.at(&var);
  return !set.empty() && (set[id / 64] >> (id % 64) & 1) != 0;
}

bool Liveness::live_after(const Inst& construct, const Inst& var) const {
  auto found = after_.find(&construct);
  return found != after_.end() && has(found->second, var);
}

bool Liveness::live_in(const Region& region, const Inst& var) const {
  auto found = in_.find(&region);
  return found != in_.end() && has(found->second, var);
}

}  // namespace tack::analysis
