// SPDX-License-Identifier: Apache-2.0
#include <bit>

#include "support/ice.hpp"
#include "transform/gang_cost.hpp"
#include "transform/split_conditions.hpp"
#include "transform/split_counters.hpp"
#include "transform/vectoriser.hpp"

namespace tack::transform {
// ---- what must not be reached without a lane

// Whether an uncertain index would reach outside the var when no lane says what it is.
bool Vectoriser::is_var_access_unsafe(const Inst& inst, size_t end) const {
  for (size_t i = 1; i < end; ++i) {
    if (!inst.operands[i]->is_const() && !uniformity_.varying(*inst.operands[i])) return true;
  }
  return false;
}

// A loop might not end, an address might be wild, when no lane stands behind the scalars.
bool Vectoriser::needs_lane(const Inst& inst) const {
  switch (inst.op) {
    case Op::Loop:
    case Op::For:
    case Op::AtomicAdd:
    case Op::AtomicMin:
    case Op::AtomicMax:
    case Op::Print:
      return true;
    case Op::LoadElem:
      return !uniformity_.varying(*inst.operands[1]);
    case Op::StoreElem:
      return !uniformity_.varying(*inst.operands[1]) && !uniformity_.varying(*inst.operands[2]);
    case Op::Load:
      return is_var_access_unsafe(inst, inst.operands.size());
    case Op::Store:
      return is_var_access_unsafe(inst, inst.operands.size() - 1);
    case Op::If:
    case Op::Switch:
      // A varying branch asks for itself, arm by arm.
      if (uniformity_.varying_control(inst)) return false;
      [[fallthrough]];
    default:
      for (const auto& inner : inst.regions) {
        if (needs_lane(*inner)) return true;
      }
      return false;
  }
}

bool Vectoriser::needs_lane(const Region& region) const {
  for (const Inst* inst : region.insts) {
    if (needs_lane(*inst)) return true;
  }
  return false;
}

// Whether lanes that are on before the instruction may be off after it.
bool Vectoriser::loses(const Inst& inst) const {
  if (inst.has_label()) return uniformity_.left_past(inst);
  if (inst.op == Op::Exit || inst.op == Op::Return) return uniformity_.varying_exit(inst);
  return uniformity_.drops_lanes(inst);
}

// ---- regions

// Runs `fill` only if a lane is on. What it returns reaches the code behind through a var.
Mask Vectoriser::when_any(Mask on, bool may_lose, const Fill& fill) {
  if (on.value->is_const()) return fill({on.value, true});
  Inst* left = may_lose ? mask_var("left") : nullptr;
  Inst* branch = out_.if_(out_.emit(Op::Any, {on.value}));
  Mask inner;
  out_.in(*branch->regions[0], [&] {
    inner = fill({on.value, true});
    if (left && inner.value) out_.store(left, inner.value);
  });
  if (!inner.value) return {};
  return left ? Mask{out_.load(left), false} : Mask{on.value, on.some};
}

Mask Vectoriser::region(const Region& from, Mask on, size_t at) {
  for (; at < from.insts.size(); ++at) {
    const Inst& inst = *from.insts[at];
    if (!on.some && needs_lane(inst)) {
      bool may_lose = false;
      for (size_t i = at; i < from.insts.size(); ++i) may_lose |= loses(*from.insts[i]);
      return when_any(on, may_lose, [&](Mask some) { return region(from, some, at); });
    }
    bool had_some = on.some;
    in_ = &from, at_ = at;
    on = instruction(inst, on);
    if (!on.value) return on;
    if (!had_some || on.some) continue;
    int rest = 0;
    bool may_lose = false;
    for (size_t i = at + 1; i < from.insts.size(); ++i) {
      rest += cost(*from.insts[i]);
      may_lose |= loses(*from.insts[i]);
    }
    if (rest <= kSkipCost || skips_ == kMostSkips) continue;
    ++skips_;
    on = when_any(on, may_lose, [&](Mask some) { return region(from, some, at + 1); });
    --skips_;
    return on;
  }
  return on;
}

Mask Vectoriser::instruction(const Inst& inst, Mask on) {
  out_.set_loc(inst.loc);
  switch (inst.op) {
    case Op::Var:
      declare(inst);
      return on;
    case Op::Load:
      load(inst, on);
      return on;
    case Op::Store:
      store(inst, on);
      return on;
    case Op::LoadElem:
      load_elem(inst, on);
      return on;
    case Op::StoreElem:
      store_elem(inst, on);
      return on;
    case Op::AtomicAdd:
    case Op::AtomicMin:
    case Op::AtomicMax:
      atomic(inst, on);
      return on;
    case Op::Print:
      print(inst, on);
      return on;
    case Op::Block:
      return block(inst, on);
    case Op::Loop:
      return loop(inst, on);
    case Op::For:
      return uniformity_.varying_control(inst) ? varying_for(inst, on) : loop(inst, on);
    case Op::If:
    case Op::Switch:
      return uniformity_.varying_control(inst) ? varying_branch(inst, on) : branch(inst, on);
    case Op::Exit:
    case Op::Return:
      return exit(inst, on);
    default:
      if (!ir::is_pure(inst.op)) TACK_ICE("op in a kernel: " + std::string(info(inst.op).text));
      writer_.pure(inst);
      return on;
  }
}

KernelReport Vectoriser::run() {
  ir::walk(kernel_.body, [&](const Inst& inst) {
    if (inst.op == Op::Exit && !uniformity_.varying_exit(inst)) jumped_.insert(inst.target);
    for (const Inst* operand : inst.operands) {
      if (ir::is_atomic(operand->op)) used_atomics_.insert(operand);
    }
  });
  report_.kernel = kernel_.title.empty() ? kernel_.name : kernel_.title;
  report_.width = width_;
  kernel_.gang = width_;
  kernel_.mask = kernel_.make(Op::GangMask, Type::mask(width_));
  kernel_.mask->name = "gang";
  for (Inst* reduction : kernel_.reductions) {
    reduction->aux = reduction->aux.with_lanes(width_);
    vars_[reduction] = reduction;
  }
  Region old = std::move(kernel_.body);
  kernel_.body.insts.clear();
  region(old, {kernel_.mask, true});
  writer_.finish();
  // The old instructions stay in the function's arena; their nested regions may go.
  return std::move(report_);
}

std::optional<Refusal> why_not_vectorise(const ir::Function& kernel) {
  if (!kernel.is_kernel() || kernel.indices.empty()) return Refusal{"is not a kernel", kernel.loc};
  if (kernel.gang != 0) return Refusal{"is gang code already", kernel.loc};
  std::optional<Refusal> refusal;
  auto refuse = [&](const Inst& inst, std::string reason) {
    if (!refusal) refusal = Refusal{std::move(reason), inst.loc};
  };
  ir::walk(kernel.body, [&](const Inst& inst) {
    if (inst.op == Op::Call) refuse(inst, "calls @" + inst.callee->name + ", which is not inlined");
    if ((info(inst.op).profiles & ir::kGang) == 0)
      refuse(inst, "'" + std::string(info(inst.op).text) + "' has no form for a gang");
    if (inst.op == Op::Var) {
      Type type = inst.aux;
      while (type.is_array()) type = kernel.module.array_of(type).element;
      if (type.is_struct()) refuse(inst, "the struct variable '" + inst.name + "' is not split");
      if (type.is_ptr()) refuse(inst, "the variable '" + inst.name + "' holds an address");
    }
    if (inst.type.is_ptr()) refuse(inst, "computes with addresses");
  });
  return refusal;
}

KernelReport vectorise(ir::Function& kernel, uint16_t width) {
  TACK_CHECK(std::has_single_bit(width) && width >= 2 && width <= 64);
  if (auto refusal = why_not_vectorise(kernel)) TACK_ICE(refusal->reason);
  split_counters(kernel);
  split_conditions(kernel);
  return Vectoriser(kernel, width).run();
}

}  // namespace tack::transform
