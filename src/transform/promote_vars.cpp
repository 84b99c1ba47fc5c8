// SPDX-License-Identifier: Apache-2.0
#include "transform/promote_vars.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "transform/rewrite.hpp"

namespace tack::transform {
namespace {

using namespace ir;

bool is_loop(const Inst& inst) { return inst.op == Op::Loop || inst.op == Op::For; }

struct Promoter {
  Function& f;
  std::unordered_set<const Inst*> escaped;  // address taken, or read by lane
  // For each instruction with regions, the variables stored in them.
  std::unordered_map<const Inst*, std::vector<Inst*>> stored;
  std::unordered_map<Inst*, Inst*> known;     // variable -> the value it holds here
  std::vector<std::pair<Inst*, Inst*>> undo;  // variable -> what was known; null for nothing
  ValueMap replaced;
  std::unordered_set<const Inst*> dead;

  bool is_tracked(const Inst& var) const {
    return var.is_var() && !var.aux.is_aggregate() && !escaped.contains(&var);
  }

  void find_escaped() {
    walk(f.body, [&](const Inst& inst) {
      for (size_t i = 0; i < inst.operands.size(); ++i) {
        const Inst* operand = inst.operands[i];
        bool plain = i == 0 && (inst.op == Op::Load || inst.op == Op::Store);
        if (operand->is_var() && !plain) escaped.insert(operand);
      }
    });
  }

  // Fills `stored`; `out` gets what the region stores.
  void find_stored(const Region& region, std::unordered_set<Inst*>& out) {
    for (const Inst* inst : region.insts) {
      if (inst->op == Op::Store) out.insert(inst->operands[0]);
      if (inst->regions.empty()) continue;
      std::unordered_set<Inst*> inner;
      for (const auto& r : inst->regions) find_stored(*r, inner);
      stored[inst].assign(inner.begin(), inner.end());
      out.insert(inner.begin(), inner.end());
    }
  }

  Inst* resolve(Inst* value) const {
    auto found = replaced.find(value);
    return found == replaced.end() ? value : found->second;
  }

  void set(Inst* var, Inst* value) {
    Inst*& slot = known[var];
    undo.emplace_back(var, slot);
    slot = value;
  }
  void forget(const Inst& control) {
    for (Inst* var : stored[&control]) set(var, nullptr);
  }
  void back_to(size_t mark) {
    while (undo.size() > mark) {
      known[undo.back().first] = undo.back().second;
      undo.pop_back();
    }
  }

  void forward(Region& region) {
    for (Inst* inst : region.insts) {
      if (inst->op == Op::Var && is_tracked(*inst)) set(inst, f.constant(inst->aux, 0));
      if (inst->op == Op::Store && is_tracked(*inst->operands[0]))
        set(inst->operands[0], resolve(inst->operands[1]));
      if (inst->op == Op::Load && is_tracked(*inst->operands[0])) {
        Inst* value = known[inst->operands[0]];
        if (value) {
          replaced[inst] = value;
          dead.insert(inst);
        } else {
          // Two loads with no store between read the same.
          set(inst->operands[0], inst);
        }
      }
      if (inst->regions.empty()) continue;
      if (is_loop(*inst)) forget(*inst);
      size_t mark = undo.size();
      for (auto& inner : inst->regions) {
        forward(*inner);
        back_to(mark);
      }
      forget(*inst);
    }
  }

  // A store is dead when the same region stores again and nothing between may read or leave.
  void overwritten(const Region& region) {
    std::unordered_map<const Inst*, const Inst*> pending;
    for (const Inst* inst : region.insts) {
      if (info(inst->op).effects == Effects::Control) pending.clear();
      for (const auto& inner : inst->regions) overwritten(*inner);
      if (dead.contains(inst) || inst->operands.empty()) continue;
      const Inst* var = inst->operands[0];
      if (inst->op == Op::Load) pending.erase(var);
      if (inst->op != Op::Store || !is_tracked(*var)) continue;
      const Inst*& last = pending[var];
      if (last) dead.insert(last);
      last = inst;
    }
  }

  // Variables that only stores use, with those stores.
  void unread() {
    std::unordered_set<const Inst*> read;
    walk(f.body, [&](const Inst& inst) {
      for (size_t i = inst.op == Op::Store ? 1 : 0; i < inst.operands.size(); ++i) {
        if (inst.operands[i]->is_var()) read.insert(inst.operands[i]);
      }
    });
    auto is_unread = [&](const Inst& var) { return var.op == Op::Var && !read.contains(&var); };
    erase_if(f.body, [&](const Inst& inst) {
      return is_unread(inst) || (inst.op == Op::Store && is_unread(*inst.operands[0]));
    });
  }

  void run() {
    find_escaped();
    std::unordered_set<Inst*> all;
    find_stored(f.body, all);
    forward(f.body);
    overwritten(f.body);
    erase_if(f.body, [&](const Inst& inst) { return dead.contains(&inst); });
    replace_all(f.body, std::move(replaced));
    unread();
  }
};

}  // namespace

void promote_vars(Module& module) {
  for (const auto& f : module.functions) Promoter{*f, {}, {}, {}, {}, {}, {}}.run();
}

}  // namespace tack::transform
