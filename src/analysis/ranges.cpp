// SPDX-License-Identifier: Apache-2.0
#include "analysis/ranges.hpp"

namespace tack::analysis {
namespace {

using ir::Inst;
using ir::Op;
using ir::Region;
using ir::Type;

bool is_tracked(Type type) { return type.is_int() || type.is_bool(); }

// The constant's value by its type's signedness.
Wide constant(const Inst& inst) {
  if (!inst.type.is_signed()) return static_cast<Wide>(inst.bits);
  int shift = 64 - ir::bits_of(inst.type);
  return static_cast<int64_t>(inst.bits << shift) >> shift;
}

// What a comparison says about its left side, given the right side's interval.
Interval implied(Op op, Interval right) {
  constexpr Wide kFar = Wide{1} << 100;
  switch (op) {
    case Op::Lt:
      return {-kFar, right.hi - 1};
    case Op::Le:
      return {-kFar, right.hi};
    case Op::Gt:
      return {right.lo + 1, kFar};
    case Op::Ge:
      return {right.lo, kFar};
    case Op::Eq:
      return right;
    default:
      return {-kFar, kFar};
  }
}

Op negated(Op op) {
  switch (op) {
    case Op::Lt:
      return Op::Ge;
    case Op::Le:
      return Op::Gt;
    case Op::Gt:
      return Op::Le;
    case Op::Ge:
      return Op::Lt;
    case Op::Eq:
      return Op::Ne;
    default:
      return Op::Eq;
  }
}

Op mirrored(Op op) {
  switch (op) {
    case Op::Lt:
      return Op::Gt;
    case Op::Le:
      return Op::Ge;
    case Op::Gt:
      return Op::Lt;
    case Op::Ge:
      return Op::Le;
    default:
      return op;
  }
}

bool ends(const Region& region) {
  if (region.insts.empty()) return false;
  Op op = region.insts.back()->op;
  return op == Op::Exit || op == Op::Return || op == Op::Trap;
}

}  // namespace

Ranges::Ranges(const ir::Function& function) : function_(function) {
  constexpr Wide kSmall = (Wide{1} << 31) - 1;
  constexpr Wide kHuge = (Wide{1} << 63) - 1;
  Wide most = function.small ? kSmall : kHuge;
  for (const Inst* index : function.indices) values_[index] = {0, most - 1};
  for (const Inst* extent : function.extents) values_[extent] = {1, most};  // the body runs
  for (const Inst* reduction : function.reductions) {
    if (is_tracked(reduction->aux)) values_[reduction] = Interval::of_type(reduction->aux);
  }
  // Three rounds find what is exact; then bounds that still grow jump to the next type's size.
  int rounds = 0;
  do {
    may_widen_ = ++rounds > 3;
    round();
  } while (changed_);
  may_widen_ = false;
  round();
  round();
}

void Ranges::round() {
  changed_ = false;
  next_vars_.clear();
  // Before the first store a reduction holds what another item left.
  for (const Inst* reduction : function_.reductions) {
    if (is_tracked(reduction->aux)) stored(*reduction, Interval::of_type(reduction->aux));
  }
  alias_.clear();
  current_.clear();
  facts_.clear();
  visit(function_.body);
  for (auto& [var, range] : next_vars_) {
    auto found = values_.find(var);
    if (found != values_.end() && found->second == range) continue;
    if (found != values_.end() && may_widen_) range = widen(found->second, range);
    if (found == values_.end() || !range.within(found->second)) changed_ = true;
    values_[var] = range;
  }
}

Interval Ranges::widen(Interval before, Interval after) const {
  Interval out = before.join(after);
  auto step = [](Wide bound) {
    for (int bits : {7, 8, 15, 16, 31, 32, 63}) {
      if (bound <= (Wide{1} << bits) - 1) return (Wide{1} << bits) - 1;
    }
    return (Wide{1} << 64) - 1;
  };
  if (after.hi > before.hi) out.hi = step(std::max<Wide>(after.hi, 0));
  if (after.lo < before.lo) out.lo = -step(-after.lo - 1) - 1;
  return out;
}

Interval Ranges::of(const Inst& value) const {
  Type type = value.is_var() ? value.aux : value.type;
  if (!is_tracked(type)) return {};
  if (value.is_const()) return {constant(value), constant(value)};
  auto found = values_.find(&value);
  return found == values_.end() ? Interval::of_type(type)
                                : found->second.meet(Interval::of_type(type));
}

const Inst* Ranges::same(const Inst* value) const {
  auto found = alias_.find(value);
  return found == alias_.end() ? value : found->second;
}

// The interval here, under the conditions that lead here.
Interval Ranges::now(const Inst& value) const {
  const Inst* what = same(&value);
  Interval range = of(*what);
  if (what != &value) range = range.meet(of(value));
  for (const auto& [known, fact] : facts_) {
    if (known == what) range = range.meet(fact);
  }
  return range;
}

void Ranges::define(const Inst& inst, Interval range) {
  if (is_tracked(inst.type)) values_[&inst] = range;
}

void Ranges::stored(const Inst& var, Interval range) {
  if (var.op == Op::Reduction) return;  // other items store to it too
  auto [at, is_new] = next_vars_.emplace(&var, range);
  if (!is_new) at->second = at->second.join(range);
}

void Ranges::assume_range(const Inst& value, Interval range) {
  if (value.is_const() || !is_tracked(value.type)) return;
  facts_.emplace_back(same(&value), range);
  if (value.op == Op::Convert && value.operands[0]->type.is_int() &&
      now(*value.operands[0]).fits(value.type)) {
    assume_range(*value.operands[0], range);
  } else if ((value.op == Op::Add || value.op == Op::Sub) && value.operands[1]->is_const()) {
    // x + c in [lo, hi] says x in [lo - c, hi - c] when the sum did not wrap.
    Wide by = constant(*value.operands[1]);
    if (value.op == Op::Sub) by = -by;
    Interval x = now(*value.operands[0]);
    if (Interval{x.lo + by, x.hi + by}.fits(value.type))
      assume_range(*value.operands[0], {range.lo - by, range.hi - by});
  }
}

void Ranges::assume(const Inst& condition, bool holds) {
  if (condition.operands.empty()) return;
  const Inst& a = *condition.operands[0];
  switch (condition.op) {
    case Op::Not:
      assume(a, !holds);
      break;
    case Op::And:
    case Op::Or:
      if (holds == (condition.op == Op::And)) {
        assume(a, holds);
        assume(*condition.operands[1], holds);
      }
      break;
    case Op::Lt:
    case Op::Le:
    case Op::Gt:
    case Op::Ge:
    case Op::Eq:
    case Op::Ne: {
      if (!a.type.is_int()) break;
      const Inst& b = *condition.operands[1];
      Op op = holds ? condition.op : negated(condition.op);
      Interval left = now(a), right = now(b);
      assume_range(a, implied(op, right));
      assume_range(b, implied(mirrored(op), left));
      break;
    }
    default:
      break;
  }
}

void Ranges::forget_stores(const Region& region) {
  ir::walk(region, [&](const Inst& inst) {
    if (inst.op == Op::Store || inst.op == Op::VarScatter) current_.erase(inst.operands[0]);
    if (inst.op == Op::Var) current_.erase(&inst);
  });
}

void Ranges::visit_nested(const Inst& inst) {
  if (inst.op == Op::For) {
    Interval lo = now(*inst.operands[0]), hi = now(*inst.operands[1]);
    values_[inst.index] = lo.lo <= hi.hi - 1 ? Interval{lo.lo, hi.hi - 1} : lo;
  }
  if (inst.op == Op::Loop || inst.op == Op::For) forget_stores(inst.body());
  Current before = current_;
  for (size_t arm = 0; arm < inst.regions.size(); ++arm) {
    size_t mark = facts_.size();
    current_ = before;
    if (inst.op == Op::If) assume(*inst.operands[0], arm == 0);
    if (inst.op == Op::Switch && arm < inst.cases.size()) {
      Interval values{};
      bool is_first = true;
      for (int64_t value : inst.cases[arm].values) {
        // Case values are extended by the subject's signedness.
        Wide exact =
            inst.operands[0]->type.is_signed() ? Wide{value} : Wide{static_cast<uint64_t>(value)};
        values = is_first ? Interval{exact, exact} : values.join({exact, exact});
        is_first = false;
      }
      if (!is_first) assume_range(*inst.operands[0], values);
    }
    visit(*inst.regions[arm]);
    facts_.resize(mark);
  }
  current_ = before;
  for (const auto& region : inst.regions) forget_stores(*region);
  // An arm that leaves makes its condition false for what follows.
  if (inst.op == Op::If) {
    bool then_ends = ends(*inst.regions[0]), else_ends = ends(*inst.regions[1]);
    if (then_ends != else_ends) assume(*inst.operands[0], else_ends);
  }
}

void Ranges::visit(const Region& region) {
  size_t mark = facts_.size();
  for (const Inst* each : region.insts) {
    const Inst& inst = *each;
    switch (inst.op) {
      case Op::Var:
        current_.erase(&inst);
        if (is_tracked(inst.aux)) stored(inst, {0, 0});
        break;
      case Op::Store:
        if (inst.operands.size() == 2 && is_tracked(inst.operands[0]->aux)) {
          stored(*inst.operands[0], now(*inst.operands[1]));
          current_[inst.operands[0]] = same(inst.operands[1]);
        }
        break;
      default:
        if (!inst.regions.empty()) {
          visit_nested(inst);
        } else if (is_tracked(inst.type)) {
          define(inst, transfer(inst));
        }
        break;
    }
  }
  facts_.resize(mark);
}

Interval Ranges::load(const Inst& inst) {
  if (inst.operands.size() != 1) return Interval::of_type(inst.type);
  const Inst& var = *inst.operands[0];
  auto [at, is_new] = current_.emplace(&var, &inst);
  if (!is_new) alias_[&inst] = at->second;
  Interval content = of(var);
  // A var not stored to yet in this round holds what the last round found; at first, zero.
  if (!values_.contains(&var)) {
    auto found = next_vars_.find(&var);
    content = found == next_vars_.end() ? Interval{0, 0} : found->second;
  }
  if (is_new) return content;
  Interval held = now(*at->second);
  return held.meet(content);
}

Interval Ranges::select(const Inst& inst) {
  size_t mark = facts_.size();
  Interval arms[2];
  for (size_t arm = 0; arm < 2; ++arm) {
    assume(*inst.operands[0], arm == 0);
    arms[arm] = now(*inst.operands[1 + arm]);
    facts_.resize(mark);
  }
  return arms[0].join(arms[1]);
}

Interval Ranges::transfer(const Inst& inst) {
  constexpr Wide kSmall = (Wide{1} << 31) - 1;
  constexpr Wide kHuge = (Wide{1} << 63) - 1;
  switch (inst.op) {
    case Op::Load:
      return load(inst);
    case Op::BufferLen:
      return {0, function_.small ? kSmall : kHuge};
    case Op::Select:
      return select(inst);
    case Op::Splat:
      return now(*inst.operands[0]);
    case Op::LaneId:
      return {0, inst.type.lanes - 1};
    case Op::Convert: {
      const Inst& from = *inst.operands[0];
      if (!is_tracked(from.type)) return Interval::of_type(inst.type);
      Interval range = now(from);
      return range.fits(inst.type) ? range : Interval::of_type(inst.type);
    }
    default:
      break;
  }
  if (inst.operands.empty() || inst.operands.size() > 2) return Interval::of_type(inst.type);
  for (const Inst* operand : inst.operands) {
    if (operand->type != inst.type) return Interval::of_type(inst.type);
  }
  return evaluate(inst.op, inst.type, now(*inst.operands[0]),
                  now(*inst.operands[inst.operands.size() == 2 ? 1 : 0]));
}

}  // namespace tack::analysis
