// SPDX-License-Identifier: Apache-2.0
#include "transform/lower_exits.hpp"

#include <algorithm>
#include <unordered_map>

#include "ir/builder.hpp"

namespace tack::transform {
namespace {

using namespace ir;

struct State {
  Builder b;
  std::vector<Inst*> around = {};                     // labelled regions, innermost last
  std::unordered_map<const Inst*, Inst*> flags = {};  // by target: a var, set once left
  std::unordered_map<const Inst*, std::vector<Inst*>> past = {};  // targets beyond a region that
                                                                  //   are left from inside it

  explicit State(Function& f) : b(f) {}

  Inst* flag(Inst* target) {
    Inst*& var = flags[target];
    if (!var) {
      var = b.function().make(Op::Var, kVoid, {}, target->loc);
      var->aux = kI1;
      var->name = "left." + target->name;
    }
    return var;
  }

  // The exit goes one region up; if that is not its end, someone asks the flag there.
  Inst* next_up(Inst* target) {
    Inst* innermost = around.back();
    if (innermost != target) {
      std::vector<Inst*>& targets = past[innermost];
      if (std::find(targets.begin(), targets.end(), target) == targets.end())
        targets.push_back(target);
    }
    return innermost;
  }

  void region(Region& body) {
    std::vector<Inst*> old = std::move(body.insts);
    body.insts.clear();
    for (Inst* inst : old) {
      bool labelled = inst->has_label();
      if (labelled) around.push_back(inst);
      for (auto& inner : inst->regions) region(*inner);
      if (labelled) around.pop_back();
      b.set_region(body);
      b.set_loc(inst->loc);

      if (inst->op == Op::Exit && inst->target != around.back()) {
        b.store(flag(inst->target), b.i1(true));
        inst->target = next_up(inst->target);
      }
      // A fresh flag each time the target is entered.
      if (auto at = flags.find(inst); at != flags.end()) body.insts.push_back(at->second);
      body.insts.push_back(inst);
      if (auto at = past.find(inst); at != past.end()) {
        for (Inst* target : at->second) {
          Inst* left = b.if_(b.load(flag(target)));
          b.in(*left->regions[0], [&] { b.exit(next_up(target)); });
        }
      }
    }
  }
};

}  // namespace

void lower_exits(Function& function) {
  State state(function);
  state.region(function.body);
}

void lower_exits(Module& module) {
  for (auto& function : module.functions) lower_exits(*function);
}

}  // namespace tack::transform
