// SPDX-License-Identifier: Apache-2.0
#include "transform/hoist.hpp"

#include <algorithm>
#include <unordered_set>

namespace tack::transform {
namespace {

using namespace ir;

struct Hoister {
  bool moved = false;

  static void take(Region& region, std::unordered_set<const Inst*>& inside,
                   std::vector<Inst*>& out) {
    std::erase_if(region.insts, [&](Inst* inst) {
      if (inst->op == Op::Block) take(inst->body(), inside, out);
      if (!is_pure(inst->op)) return false;
      for (const Inst* operand : inst->operands) {
        if (inside.contains(operand)) return false;
      }
      inside.erase(inst);
      out.push_back(inst);
      return true;
    });
  }

  void region(Region& body) {
    std::vector<Inst*> result;
    for (Inst* inst : body.insts) {
      for (auto& inner : inst->regions) region(*inner);
      if (inst->op == Op::Loop || inst->op == Op::For) {
        std::unordered_set<const Inst*> inside;
        if (inst->index) inside.insert(inst->index);
        walk(inst->body(), [&](const Inst& one) {
          inside.insert(&one);
          if (one.index) inside.insert(one.index);
        });
        size_t before = result.size();
        take(inst->body(), inside, result);
        moved = moved || result.size() != before;
      }
      result.push_back(inst);
    }
    body.insts = std::move(result);
  }
};

}  // namespace

bool hoist_invariants(Function& function) {
  Hoister hoister;
  hoister.region(function.body);
  return hoister.moved;
}

}  // namespace tack::transform
