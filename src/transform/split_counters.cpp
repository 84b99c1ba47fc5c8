// SPDX-License-Identifier: Apache-2.0
#include "transform/split_counters.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "analysis/uniformity.hpp"
#include "ir/clone.hpp"

namespace tack::transform {
namespace {

using analysis::Uniformity;
using ir::Inst;
using ir::Op;
using ir::Region;

// v = v + c: the store's value, or null.
Inst* step_of(const Inst& store) {
  Inst* value = store.operands.back();
  if (value->op != Op::Add && value->op != Op::Sub) return nullptr;
  const Inst* old = value->operands[0];
  bool is_step = old->op == Op::Load && old->operands[0] == store.operands[0] &&
                 value->operands[1]->is_const();
  return is_step ? value : nullptr;
}

class Split {
 public:
  Split(ir::Function& kernel, Region& around, size_t at, Inst* var, Inst* first)
      : kernel_(kernel), around_(around), loop_(around.insts[at]), var_(var) {
    twin_ = kernel_.make(Op::Var, ir::kVoid, {}, loop_->loc);
    twin_->aux = var->aux;
    twin_->name = var->name;
    Inst* store = kernel_.make(Op::Store, ir::kVoid, {twin_, first}, loop_->loc);
    std::vector<Inst*>& insts = around_.insts;
    insts.insert(insts.begin() + static_cast<long>(at), {twin_, store});
    made_ = {twin_, store};
    // Steps may stand before or behind other users: find them first.
    ir::walk(loop_->body(), [&](const Inst& inst) {
      if (inst.op == Op::Store && inst.operands[0] == var_) steps_.insert(step_of(inst));
    });
    copy(loop_->body());
  }

  const Inst& twin() const { return *twin_; }

  void undo() {
    ir::ValueMap back;
    for (auto [own, twin] : twins_) back[twin] = const_cast<Inst*>(own);
    ir::replace_uses(loop_->body(), back);
    erase(around_);
  }

 private:
  Inst* twin_of(Inst* value) const {
    auto found = twins_.find(value);
    return found == twins_.end() ? value : found->second;
  }

  Inst* add(Region& region, size_t at, Op op, ir::Type type, std::vector<Inst*> operands,
            ir::Loc loc) {
    Inst* inst = kernel_.make(op, type, std::move(operands), loc);
    region.insts.insert(region.insts.begin() + static_cast<long>(at), inst);
    made_.insert(inst);
    return inst;
  }

  void copy(Region& region) {
    for (size_t at = 0; at < region.insts.size(); ++at) {
      Inst* inst = region.insts[at];
      if (inst->op == Op::Load && inst->operands[0] == var_) {
        twins_[inst] = add(region, ++at, Op::Load, inst->type, {twin_}, inst->loc);
        twins_[inst]->name = inst->name;
        continue;
      }
      if (inst->op == Op::Store && inst->operands[0] == var_) {
        add(region, ++at, Op::Store, ir::kVoid, {twin_, twin_of(inst->operands[1])}, inst->loc);
        continue;
      }
      if (steps_.contains(inst)) {
        std::vector<Inst*> operands = {twin_of(inst->operands[0]), inst->operands[1]};
        twins_[inst] = add(region, ++at, inst->op, inst->type, std::move(operands), inst->loc);
        twins_[inst]->name = inst->name;
        continue;
      }
      for (Inst*& operand : inst->operands) operand = twin_of(operand);
      for (auto& inner : inst->regions) copy(*inner);
    }
  }

  void erase(Region& region) {
    std::erase_if(region.insts, [&](const Inst* inst) { return made_.contains(inst); });
    for (Inst* inst : region.insts) {
      for (auto& inner : inst->regions) erase(*inner);
    }
  }

  ir::Function& kernel_;
  Region& around_;
  Inst* loop_;
  Inst* var_;
  Inst* twin_;
  std::unordered_set<const Inst*> steps_, made_;
  std::unordered_map<const Inst*, Inst*> twins_;
};

class SplitCounters {
 public:
  explicit SplitCounters(ir::Function& kernel) : kernel_(kernel), uniformity_(kernel) {}

  void run() {
    visit(kernel_.body);
    if (splits_.empty()) return;
    Uniformity after(kernel_);
    for (size_t i = splits_.size(); i-- > 0;) {
      if (after.varying(splits_[i].twin())) splits_[i].undo();
    }
  }

 private:
  // Vars that this loop only counts up or down, and reads for something else too.
  std::vector<Inst*> counters(const Inst& loop) const {
    std::vector<Inst*> order;
    std::unordered_map<const Inst*, int> stores;  // -1: something else is stored
    std::unordered_set<const Inst*> own, read;
    std::unordered_map<const Inst*, const Inst*> loads;  // value -> var
    ir::walk(loop.body(), [&](const Inst& inst) {
      if (inst.op == Op::Var) own.insert(&inst);
      if (inst.op == Op::Load && inst.operands.size() == 1) loads[&inst] = inst.operands[0];
      if (inst.op == Op::Store) {
        Inst* var = inst.operands[0];
        auto [at, is_new] = stores.emplace(var, 0);
        if (is_new) order.push_back(var);
        if (inst.operands.size() != 2 || !step_of(inst)) at->second = -1;
      }
    });
    std::unordered_set<const Inst*> steps;
    ir::walk(loop.body(), [&](const Inst& inst) {
      if (inst.op == Op::Store && step_of(inst)) steps.insert(step_of(inst));
    });
    ir::walk(loop.body(), [&](const Inst& inst) {
      if (steps.contains(&inst)) return;
      for (const Inst* operand : inst.operands) {
        auto load = loads.find(operand);
        if (load != loads.end()) read.insert(load->second);
      }
    });
    std::erase_if(order, [&](const Inst* var) {
      return stores[var] < 0 || own.contains(var) || !read.contains(var) || var->op != Op::Var ||
             !var->aux.is_number() || !uniformity_.varying(*var) || done_.contains(var);
    });
    return order;
  }

  // What the var holds before the instruction at `at`, if that can be seen.
  Inst* held(const Region& region, size_t at, const Inst* var) const {
    while (at-- > 0) {
      const Inst& inst = *region.insts[at];
      if (&inst == var) return kernel_.constant(var->aux, 0);
      if (inst.op == Op::Store && inst.operands[0] == var) return inst.operands[1];
      bool is_stored = false;
      for (const auto& inner : inst.regions) {
        ir::walk(*inner, [&](const Inst& nested) {
          is_stored |= nested.op == Op::Store && nested.operands[0] == var;
        });
      }
      if (is_stored) return nullptr;
    }
    return nullptr;
  }

  void visit(Region& region) {
    for (size_t at = 0; at < region.insts.size(); ++at) {
      Inst* inst = region.insts[at];
      bool is_loop = inst->op == Op::Loop || inst->op == Op::For;
      if (is_loop && uniformity_.drops_lanes(*inst)) {
        for (Inst* var : counters(*inst)) {
          Inst* first = held(region, at, var);
          if (!first || uniformity_.varying(*first)) continue;
          done_.insert(var);
          splits_.emplace_back(kernel_, region, at, var, first);
          at += 2;
        }
      }
      for (auto& inner : inst->regions) visit(*inner);
    }
  }

  ir::Function& kernel_;
  Uniformity uniformity_;
  std::vector<Split> splits_;
  std::unordered_set<const Inst*> done_;
};

}  // namespace

void split_counters(ir::Function& kernel) { SplitCounters(kernel).run(); }

}  // namespace tack::transform
