// SPDX-License-Identifier: Apache-2.0
#include "transform/narrow.hpp"

#include <optional>

#include "support/ice.hpp"
#include "transform/narrow_plan.hpp"

namespace tack::transform {
namespace {

using ir::Inst;
using ir::Op;
using ir::Region;
using ir::Type;

class Narrow {
 public:
  Narrow(ir::Function& function, const NarrowPlan& plan) : function_(function), plan_(plan) {}

  void run() {
    std::vector<Inst*> start;
    at_ = &start;
    for (const auto* list : {&function_.params, &function_.indices, &function_.extents}) {
      for (Inst* inst : *list) cut(inst);
    }
    region(function_.body);
    std::vector<Inst*>& body = function_.body.insts;
    body.insert(body.begin(), start.begin(), start.end());
  }

 private:
  Inst* emit(Op op, Type type, std::vector<Inst*> operands, const Inst& like) {
    Inst* made = function_.make(op, type, std::move(operands), like.loc);
    at_->push_back(made);
    return made;
  }

  // A chosen value that is not computed here: converted where it is made.
  void cut(Inst* inst) {
    if (!plan_.chosen(*inst)) return;
    Inst* made = function_.make(Op::Convert, plan_.type_of(*inst), {inst}, inst->loc);
    made->name = inst->name;
    at_->push_back(made);
    narrow_[inst] = made;
  }

  // The value in a narrow type, by its low bits.
  Inst* get(Inst* value, Type type, const Inst& user) {
    if (value->is_const()) {
      int shift = value->type.is_signed() ? 64 - ir::bits_of(value->type) : 0;
      int64_t bits = static_cast<int64_t>(value->bits << shift) >> shift;
      return function_.constant(type, static_cast<uint64_t>(bits));
    }
    auto found = narrow_.find(value);
    Inst* from = found == narrow_.end() ? value : found->second;
    return from->type == type ? from : emit(Op::Convert, type, {from}, user);
  }

  void convert(Inst* inst) {
    Type type = plan_.type_of(*inst);
    if (inst->type.is_float()) {
      inst->operands[0] = get(inst->operands[0], plan_.compute_type(*inst), *inst);
      at_->push_back(inst);
      return;
    }
    narrow_[inst] = get(inst->operands[0], type, *inst);
    widen(inst);
  }

  // The instruction itself becomes the wide form of its narrow value, if anyone wants it.
  void widen(Inst* inst) {
    if (!plan_.wanted_wide(*inst)) return;
    inst->op = Op::Convert;
    inst->operands = {narrow_.at(inst)};
    at_->push_back(inst);
  }

  void value(Inst* inst) {
    if (inst->op == Op::Convert) return convert(inst);
    if (inst->op == Op::BufferLen) {
      at_->push_back(inst);
      return cut(inst);
    }
    Type type = plan_.type_of(*inst);
    Inst* made;
    if (inst->op == Op::Load) {
      Type held = plan_.type_of(*inst->operands[0]);
      made = emit(Op::Load, held, {inst->operands[0]}, *inst);
      // Known better here than for all that the var ever holds.
      if (held != type) made = emit(Op::Convert, type, {made}, *inst);
    } else {
      Type compute = plan_.compute_type(*inst);
      std::vector<Inst*> operands;
      for (size_t i = 0; i < inst->operands.size(); ++i) {
        bool is_condition = inst->op == Op::Select && i == 0;
        operands.push_back(is_condition ? inst->operands[0]
                                        : get(inst->operands[i], compute, *inst));
      }
      made = emit(inst->op, compute, std::move(operands), *inst);
      if (compute != type) made = emit(Op::Convert, type, {made}, *inst);
    }
    made->name = inst->name;
    narrow_[inst] = made;
    widen(inst);
  }

  void instruction(Inst* inst) {
    auto narrowed = [&](size_t i) -> Inst* {
      auto found = narrow_.find(inst->operands[i]);
      return found == narrow_.end() ? nullptr : found->second;
    };
    if (inst->op == Op::Store && plan_.chosen(*inst->operands[0])) {
      inst->operands[1] = get(inst->operands[1], plan_.type_of(*inst->operands[0]), *inst);
    } else if (inst->op == Op::LoadElem || inst->op == Op::StoreElem || is_atomic(inst->op)) {
      if (Inst* index = narrowed(1)) inst->operands[1] = index;
    } else if (inst->op == Op::Load || inst->op == Op::Store) {
      size_t end = inst->operands.size() - (inst->op == Op::Store ? 1 : 0);
      for (size_t i = 1; i < end; ++i) {
        if (Inst* index = narrowed(i)) inst->operands[i] = index;
      }
    } else if (inst->op == Op::Convert) {
      if (Inst* from = narrowed(0)) {
        if (from->type == inst->type) {  // the conversion did what has been done
          narrow_[inst] = from;
          same_[inst] = from;
          return;
        }
        inst->operands[0] = from;
      }
    }
    at_->push_back(inst);
  }

  void region(Region& region) {
    std::vector<Inst*> old = std::move(region.insts);
    region.insts.clear();
    std::vector<Inst*>* outer = at_;
    at_ = &region.insts;
    for (Inst* inst : old) {
      for (Inst*& operand : inst->operands) {
        auto found = same_.find(operand);
        if (found != same_.end()) operand = found->second;
      }
      if (!plan_.chosen(*inst)) {
        instruction(inst);
      } else if (inst->op == Op::Var) {
        retype_.emplace_back(inst, plan_.type_of(*inst));
        at_->push_back(inst);
      } else if (inst->op == Op::For) {
        Type type = plan_.compute_type(*inst);
        for (Inst*& bound : inst->operands) bound = get(bound, type, *inst);
        at_->push_back(inst);
      } else if (inst->type.is_bool()) {
        Type type = plan_.compute_type(*inst);
        for (Inst*& operand : inst->operands) operand = get(operand, type, *inst);
        at_->push_back(inst);
      } else {
        value(inst);
      }
      if (inst->op == Op::For && plan_.chosen(*inst)) {
        loop(inst);
      } else {
        for (auto& inner : inst->regions) this->region(*inner);
      }
    }
    at_ = outer;
  }

  // The index is a new value of the narrow type; the old one, if wanted, its wide form.
  void loop(Inst* inst) {
    Inst* old = inst->index;
    inst->index = function_.make(Op::ForIndex, inst->operands[0]->type, {}, old->loc);
    inst->index->name = old->name;
    Inst* made = inst->index;
    std::vector<Inst*> head;
    std::vector<Inst*>* outer = at_;
    at_ = &head;
    if (made->type != plan_.type_of(*old))
      made = emit(Op::Convert, plan_.type_of(*old), {made}, *old);
    narrow_[old] = made;
    widen(old);
    at_ = outer;
    region(inst->body());
    std::vector<Inst*>& body = inst->body().insts;
    body.insert(body.begin(), head.begin(), head.end());
  }

 public:
  // Vars change type when nothing asks the plan about them any more.
  void finish() {
    for (auto [var, type] : retype_) var->aux = type;
  }

 private:
  ir::Function& function_;
  const NarrowPlan& plan_;
  std::vector<Inst*>* at_ = nullptr;
  std::unordered_map<const Inst*, Inst*> narrow_;
  std::unordered_map<const Inst*, Inst*> same_;  // conversions that fell away
  std::vector<std::pair<Inst*, Type>> retype_;
};

void narrow(ir::Function& function, int from, int to) {
  analysis::Ranges ranges(function);
  NarrowPlan plan(function, ranges, from, to);
  if (plan.is_empty()) return;
  Narrow pass(function, plan);
  pass.run();
  pass.finish();
}

}  // namespace

void narrow(ir::Function& function) {
  narrow(function, 64, 32);
  narrow(function, 32, 16);
}

void narrow(ir::Module& module) {
  for (auto& function : module.functions) {
    if (function->is_kernel() && function->gang == 0) narrow(*function);
  }
}

}  // namespace tack::transform
