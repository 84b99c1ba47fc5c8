// SPDX-License-Identifier: Apache-2.0
#include "transform/split_conditions.hpp"

#include "analysis/uniformity.hpp"

namespace tack::transform {
namespace {

using ir::Inst;
using ir::Op;
using ir::Region;

class SplitConditions {
 public:
  explicit SplitConditions(ir::Function& kernel) : kernel_(kernel), uniformity_(kernel) {}

  void visit(Region& region) {
    for (size_t at = 0; at < region.insts.size(); ++at) {
      Inst* inst = region.insts[at];
      if (inst->op == Op::If) {
        std::vector<Inst*> made = split(*inst);
        region.insts.insert(region.insts.begin() + static_cast<long>(at), made.begin(), made.end());
        at += made.size();
      }
      for (auto& inner : inst->regions) visit(*inner);
    }
  }

 private:
  static bool only_leaves(const Region& region) {
    return region.insts.size() == 1 &&
           (region.insts[0]->op == Op::Exit || region.insts[0]->op == Op::Return);
  }

  void parts(Inst* condition, Op op, std::vector<Inst*>& uniform, std::vector<Inst*>& varying) {
    if (!uniformity_.varying(*condition)) {
      uniform.push_back(condition);
    } else if (condition->op == op) {
      for (Inst* operand : condition->operands) parts(operand, op, uniform, varying);
    } else {
      varying.push_back(condition);
    }
  }

  // What goes before the `if`; it keeps the part that lanes disagree on.
  std::vector<Inst*> split(Inst& inst) {
    bool leaves_then = only_leaves(*inst.regions[0]) && inst.regions[1]->insts.empty();
    bool leaves_else = only_leaves(*inst.regions[1]);
    if (!leaves_then && !leaves_else) return {};
    Op op = leaves_then ? Op::Or : Op::And;
    if (inst.operands[0]->op != op) return {};
    std::vector<Inst*> uniform, varying, made;
    parts(inst.operands[0], op, uniform, varying);
    if (uniform.empty() || varying.empty()) return {};
    auto join = [&](const std::vector<Inst*>& all) {
      Inst* sum = all[0];
      for (size_t i = 1; i < all.size(); ++i)
        made.push_back(sum = kernel_.make(op, ir::kI1, {sum, all[i]}, inst.loc));
      return sum;
    };
    Inst* first = kernel_.make(Op::If, ir::kVoid, {join(uniform)}, inst.loc);
    const Inst& leave = *inst.regions[leaves_then ? 0 : 1]->insts[0];
    Inst* copy = kernel_.make(leave.op, ir::kVoid, {}, leave.loc);
    copy->target = leave.target;
    first->regions[leaves_then ? 0 : 1]->insts.push_back(copy);
    made.push_back(first);
    inst.operands[0] = join(varying);
    return made;
  }

  ir::Function& kernel_;
  analysis::Uniformity uniformity_;
};

}  // namespace

void split_conditions(ir::Function& kernel) { SplitConditions(kernel).visit(kernel.body); }

}  // namespace tack::transform
