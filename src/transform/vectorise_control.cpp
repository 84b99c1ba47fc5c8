// SPDX-License-Identifier: Apache-2.0
// Control of gang code: masks for what lanes disagree on, jumps for the rest.
#include "support/ice.hpp"
#include "transform/gang_cost.hpp"
#include "transform/vectoriser.hpp"

namespace tack::transform {

Mask Vectoriser::exit(const Inst& inst, Mask on) {
  if (!uniformity_.varying_exit(inst)) {
    if (inst.op == Op::Return) {
      out_.ret();
      return {};
    }
    for (const Scope& scope : scopes_) {
      if (scope.from != inst.target) continue;
      out_.exit(scope.to);
      return {};
    }
    TACK_ICE("exit to a label that is not around it");
  }
  // The lanes wait behind the target: take them out of every label on the way.
  for (size_t i = scopes_.size(); i-- > 0 && scopes_[i].from != inst.target;) {
    Inst* past = scopes_[i].past;
    if (past) out_.store(past, writer_.mask_and(out_.load(past), writer_.mask_not(on.value)));
  }
  return {};
}

Inst* Vectoriser::open_past(const Inst& label, Mask on) {
  if (!uniformity_.left_past(label)) return nullptr;
  Inst* past = mask_var("past");
  out_.store(past, on.value);
  return past;
}

// Lanes live after a label: those live before it, less those that left past it.
Mask Vectoriser::after(const Inst& inst, Mask on, Inst* past) {
  scopes_.pop_back();
  out_.set_loc(inst.loc);
  return past ? Mask{out_.load(past), false} : on;
}

Mask Vectoriser::block(const Inst& inst, Mask on) {
  Inst* past = open_past(inst, on);
  bool is_needed = jumped_.contains(&inst);
  Inst* label = is_needed ? out_.block(inst.name) : nullptr;
  scopes_.push_back({&inst, label, past});
  if (label) {
    out_.in(label->body(), [&] { region(inst.body(), on); });
  } else {
    region(inst.body(), on);
    // A jump of the whole gang out of a further label ends the region that this body stands in.
    if (has_ended()) {
      scopes_.pop_back();
      return {};
    }
  }
  return after(inst, on, past);
}

// A uniform condition: one jump for the whole gang.
Mask Vectoriser::branch(const Inst& inst, Mask on) {
  Inst* left = loses(inst) ? mask_var("left") : nullptr;
  Inst* subject = writer_.scalar(inst.operands[0]);
  Inst* made = inst.op == Op::If ? out_.if_(subject) : out_.switch_(subject, inst.cases);
  bool goes_on = false;
  for (size_t arm = 0; arm < inst.regions.size(); ++arm) {
    out_.in(*made->regions[arm], [&] {
      Mask end = region(*inst.regions[arm], on);
      goes_on |= end.value != nullptr;
      if (left && end.value) out_.store(left, end.value);
    });
  }
  if (!goes_on) return {};
  return left ? Mask{out_.load(left), false} : on;
}

// An arm that is only an exit which no label on the way must hear of: its lanes just drop out.
bool Vectoriser::just_leaves(const Region& body) const {
  if (body.insts.size() != 1 || !uniformity_.varying_exit(*body.insts[0])) return false;
  for (size_t i = scopes_.size(); i-- > 0 && scopes_[i].from != body.insts[0]->target;) {
    if (scopes_[i].past) return false;
  }
  return true;
}

Mask Vectoriser::varying_branch(const Inst& inst, Mask on) {
  Inst* subject = writer_.lanes(inst.operands[0]);
  Inst* taken = writer_.no_lanes();  // lanes of the cases so far
  Inst* left = nullptr;              // lanes that are on after it
  bool is_lost = false;
  for (size_t arm = 0; arm < inst.regions.size(); ++arm) {
    const Region& body = *inst.regions[arm];
    out_.set_loc(inst.loc);
    Inst* chosen = nullptr;
    if (inst.op == Op::If) {
      chosen = arm == 0 ? subject : nullptr;
    } else if (arm < inst.cases.size()) {
      chosen = writer_.no_lanes();
      for (int64_t value : inst.cases[arm].values) {
        Inst* label = out_.constant(subject->type, static_cast<uint64_t>(value));
        chosen = writer_.mask_or(chosen, out_.eq(subject, label));
      }
    }
    if (body.insts.empty() && !loses(inst)) {
      if (chosen) taken = writer_.mask_or(taken, chosen);
      continue;
    }
    if (just_leaves(body)) {
      if (chosen) taken = writer_.mask_or(taken, chosen);
      is_lost = true;
      continue;
    }
    Inst* mask = writer_.mask_and(on.value, chosen ? chosen : writer_.mask_not(taken));
    // The lanes that take it rather than those that would: one and-not for the arms behind, where
    // LLVM would make the opposite comparison anew.
    if (chosen) taken = writer_.mask_or(taken, mask);
    Mask end;
    if (needs_lane(body) || cost(body) > kFlattenCost) {
      bool may_lose = false;
      for (const Inst* inner : body.insts) may_lose |= loses(*inner);
      end = when_any({mask, false}, may_lose, [&](Mask some) { return region(body, some); });
    } else {
      end = region(body, {mask, false});
    }
    is_lost |= !end.value || end.value != mask;
    if (end.value) left = left ? writer_.mask_or(left, end.value) : end.value;
  }
  if (!loses(inst) || !is_lost) return on;
  return {left, false};
}

// The end of an iteration: lanes that go on, if any, keep the loop running.
void Vectoriser::close_iteration(Inst* made, Inst* again, Mask end) {
  if (has_ended()) return;
  if (!end.value) {
    out_.exit(made);  // each lane leaves in its first iteration
  } else if (again) {
    out_.store(again, end.value);
    Inst* go_on = out_.if_(out_.emit(Op::Any, {end.value}));
    out_.in(*go_on->regions[1], [&] { out_.exit(made); });
  }
}

Mask Vectoriser::loop(const Inst& inst, Mask on) {
  Inst* past = open_past(inst, on);
  Inst* again = uniformity_.drops_lanes(inst) ? mask_var("live") : nullptr;
  if (again) out_.store(again, on.value);
  Inst* made;
  if (inst.op == Op::For) {
    made = out_.for_range(writer_.scalar(inst.operands[0]), writer_.scalar(inst.operands[1]),
                          writer_.scalar(inst.operands[2]), inst.index->name, inst.name);
  } else {
    made = out_.loop(inst.name);
  }
  scopes_.push_back({&inst, made, past});
  out_.in(made->body(), [&] {
    if (made->index) writer_.set_scalar(inst.index, made->index);
    Mask end = region(inst.body(), {again ? out_.load(again) : on.value, true});
    out_.set_loc(inst.loc);
    close_iteration(made, again, end);
  });
  return after(inst, on, past);
}

// Bounds or step differ by lane: a loop that lanes leave as they run out.
Mask Vectoriser::varying_for(const Inst& inst, Mask on) {
  const Inst *lo = inst.operands[0], *hi = inst.operands[1], *step = inst.operands[2];
  Inst* past = open_past(inst, on);
  Type type = inst.index->type.with_lanes(width_);
  Inst* highs = writer_.lanes(hi);
  // The index is one scalar when lanes agree on it or differ by a constant (its base then).
  bool is_scalar = writer_.is_scalar(lo) && !uniformity_.varying(*step) &&
                   (shapes_.of(*inst.index).is_uniform() || shapes_.of(*inst.index).is_affine());
  Inst* index = out_.var(is_scalar ? type.element() : type, inst.index->name);
  Inst* again = mask_var("live");
  out_.store(index, is_scalar ? writer_.scalar(lo) : writer_.lanes(lo));
  Inst* begins = out_.lt(writer_.lanes(lo), highs);
  bool steps_up = step->is_const() && ranges_.of(*step).lo > 0;
  Inst* mask = writer_.mask_and(on.value, begins);
  if (!steps_up) {
    Inst* zero = out_.constant(type, 0);
    mask = writer_.mask_and(mask, out_.lt(zero, writer_.lanes(step)));
  }
  out_.store(again, mask);
  Inst* made = nullptr;
  scopes_.push_back({&inst, nullptr, past});
  when_any({mask, false}, false, [&](Mask some) {
    made = out_.loop(inst.name);
    scopes_.back().to = made;
    out_.in(made->body(), [&] {
      Inst* now = out_.load(index);
      now->name = inst.index->name;
      if (is_scalar) {
        writer_.set_scalar(inst.index, now);
      } else {
        writer_.set_lanes(inst.index, now);
      }
      Mask end = region(inst.body(), {out_.load(again), true});
      out_.set_loc(inst.loc);
      if (!end.value) return close_iteration(made, again, end);
      // As unsigned numbers: how far the end still is, without overflow.
      Type distance = Type::scalar(ir::int_kind(ir::bits_of(type), false)).with_lanes(width_);
      Inst* rest = out_.convert(distance, out_.sub(highs, writer_.lanes(inst.index)));
      Inst* stride = out_.convert(distance, writer_.lanes(step));
      Inst* go_on = writer_.mask_and(end.value, out_.lt(stride, rest));
      out_.store(index, is_scalar ? out_.add(now, writer_.scalar(step))
                                  : out_.add(now, writer_.lanes(step)));
      close_iteration(made, again, {go_on, false});
    });
    return some;
  });
  return after(inst, on, past);
}

}  // namespace tack::transform
