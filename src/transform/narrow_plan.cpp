// SPDX-License-Identifier: Apache-2.0
#include "transform/narrow_plan.hpp"

#include <optional>

namespace tack::transform {
namespace {

using analysis::Interval;
using ir::Inst;
using ir::Op;
using ir::Type;

bool is_compare(Op op) { return op >= Op::Eq && op <= Op::Ge; }

// Ops whose low result bits follow from the low bits of these operands.
bool is_modular(const Inst& inst, size_t operand) {
  switch (inst.op) {
    case Op::Add:
    case Op::Sub:
    case Op::Mul:
    case Op::Neg:
    case Op::And:
    case Op::Or:
    case Op::Xor:
    case Op::Not:
      return true;
    case Op::Select:
      return operand > 0;
    case Op::Shl:
      return operand == 0;
    default:
      return false;
  }
}

bool is_modular(Op op) {
  return op == Op::Add || op == Op::Sub || op == Op::Mul || op == Op::Neg || op == Op::And ||
         op == Op::Or || op == Op::Xor || op == Op::Not || op == Op::Select || op == Op::Shl;
}

bool is_exact(Op op) {
  return op == Op::Div || op == Op::Rem || op == Op::FloorDiv || op == Op::FloorMod ||
         op == Op::Abs || op == Op::Min || op == Op::Max || op == Op::Shr;
}

// Operands that may have any integer type.
bool takes_any_int(const Inst& user, size_t operand) {
  switch (user.op) {
    case Op::Convert:
      return true;
    case Op::LoadElem:
    case Op::StoreElem:
    case Op::AtomicAdd:
    case Op::AtomicMin:
    case Op::AtomicMax:
      return operand == 1;
    case Op::Load:
      return operand > 0;
    case Op::Store:
      return operand > 0 && operand + 1 < user.operands.size();
    default:
      return false;
  }
}

// Values that stand in no region, or are read from memory: cut once where they are made.
bool is_leaf(Op op) {
  return op == Op::Param || op == Op::Index || op == Op::Extent || op == Op::BufferLen;
}

}  // namespace

NarrowPlan::NarrowPlan(const ir::Function& function, const analysis::Ranges& ranges, int from,
                       int to)
    : function_(function), ranges_(ranges), from_(from), to_(to) {
  for (const auto* list : {&function.params, &function.indices, &function.extents})
    all_.insert(all_.end(), list->begin(), list->end());
  ir::walk(function.body, [&](const Inst& inst) {
    all_.push_back(&inst);
    if (inst.op == Op::For) all_.push_back(inst.index);
  });
  for (const Inst* inst : all_) {
    if (is_candidate(*inst)) chosen_.insert(inst);
  }
  settle();
  weigh();
  settle();
  // What is left over of a group that lost a member may not pay any more.
  weigh();
  settle();
  std::unordered_set<const Inst*> read;
  for (const Inst* inst : all_) {
    for (size_t i = 0; i < inst->operands.size(); ++i) {
      const Inst& value = *inst->operands[i];
      if (value.is_var() || !chosen(value)) continue;
      bool is_stored = inst->op == Op::Store && chosen(*inst->operands[0]) && i == 1;
      bool reads_narrow = chosen(*inst) || is_stored || takes_any_int(*inst, i);
      (reads_narrow ? read : wide_).insert(&value);
    }
  }
  std::erase_if(chosen_,
                [&](const Inst* inst) { return is_leaf(inst->op) && !read.contains(inst); });
}

bool NarrowPlan::is_wide(Type type) const {
  return type.is_int() && !type.is_lanes() && ir::bits_of(type) == from_;
}

bool NarrowPlan::is_candidate(const Inst& inst) const {
  if (inst.op == Op::Var) return is_wide(inst.aux);
  if (inst.op == Op::For) return from_ == 64 && is_wide(inst.operands[0]->type);
  if (inst.op == Op::ForIndex) return from_ == 64 && is_wide(inst.type);
  if (is_compare(inst.op)) return is_wide(inst.operands[0]->type);
  if (inst.op == Op::Convert) {
    Type source = inst.operands[0]->type;
    if (inst.type.is_float()) return is_wide(source);
    // From what is narrow already.
    return is_wide(inst.type) && (source.is_int() || source.is_bool());
  }
  if (!is_wide(inst.type)) return false;
  if (is_leaf(inst.op)) return from_ == 64;
  if (inst.op == Op::Load) return inst.operands.size() == 1;
  if (inst.op == Op::Shl || inst.op == Op::Shr)
    return inst.operands[1]->is_const() && inst.operands[1]->bits < static_cast<uint64_t>(to_);
  return is_modular(inst.op) || is_exact(inst.op);
}

Type NarrowPlan::type_of(const Inst& inst) const {
  Type wide = inst.is_var() ? inst.aux : inst.type;
  Type own = Type::scalar(ir::int_kind(to_, wide.is_signed()));
  Type other = Type::scalar(ir::int_kind(to_, !wide.is_signed()));
  Interval range = ranges_.of(inst);
  if (range.fits(own)) return own;
  // Low bits only: signed, as indices like it.
  return range.fits(other) || !own.is_signed() ? other : own;
}

bool NarrowPlan::fits(const Inst& value) const {
  Interval range = ranges_.of(value);
  return range.fits(Type::scalar(ir::int_kind(to_, true))) ||
         range.fits(Type::scalar(ir::int_kind(to_, false)));
}

// One narrow type that holds all operands, and the result if it is an integer.
std::optional<Type> NarrowPlan::common_type(const Inst& inst) const {
  for (bool is_signed : {true, false}) {
    Type type = Type::scalar(ir::int_kind(to_, is_signed));
    bool ok = !is_wide(inst.type) || ranges_.of(inst).fits(type);
    for (const Inst* operand : inst.operands) ok &= ranges_.of(*operand).fits(type);
    if (ok) return type;
  }
  return std::nullopt;
}

Type NarrowPlan::compute_type(const Inst& inst) const {
  if (is_compare(inst.op) || is_exact(inst.op) || inst.op == Op::For ||
      (inst.op == Op::Convert && inst.type.is_float()))
    return *common_type(inst);
  return type_of(inst);
}

bool NarrowPlan::is_valid(const Inst& inst) const {
  if (is_compare(inst.op) || inst.op == Op::For || (inst.op == Op::Convert && inst.type.is_float()))
    return common_type(inst).has_value();
  if (is_exact(inst.op)) return common_type(inst).has_value();
  if (inst.op == Op::Load && !chosen(*inst.operands[0])) return false;
  return fits(inst) || low_.contains(&inst);
}

bool NarrowPlan::wants_low_bits(const Inst& user, size_t operand) const {
  switch (user.op) {
    case Op::LoadElem:
    case Op::StoreElem:
    case Op::AtomicAdd:
    case Op::AtomicMin:
    case Op::AtomicMax:
      return operand == 1 && to_ == 32 && function_.small;
    case Op::Convert:
      return user.type.is_int() && ir::bits_of(user.type) <= to_;
    case Op::Store:
      return operand == 1 && chosen(*user.operands[0]);
    default:
      return chosen(user) && is_modular(user, operand);
  }
}

// Throws out what may not be narrow. Backwards, so that a value is looked at when all its users
// have been; only vars and loops need another round.
void NarrowPlan::settle() {
  for (bool changed = true; changed;) {
    changed = false;
    std::unordered_set<const Inst*> full;
    auto drop = [&](const Inst* inst) { changed |= chosen_.erase(inst) != 0; };
    for (size_t at = all_.size(); at-- > 0;) {
      const Inst* inst = all_[at];
      if (full.contains(inst)) {
        low_.erase(inst);
      } else {
        low_.insert(inst);
      }
      if (chosen(*inst) && !is_valid(*inst)) drop(inst);
      if (inst->op == Op::For && chosen(*inst) != chosen(*inst->index))
        drop(inst), drop(inst->index);
      if (inst->op == Op::Load && chosen(*inst) != chosen(*inst->operands[0]))
        drop(inst), drop(inst->operands[0]);
      for (size_t i = 0; i < inst->operands.size(); ++i) {
        const Inst* operand = inst->operands[i];
        if (!operand->is_var()) {
          if (!wants_low_bits(*inst, i)) full.insert(operand);
        } else if (inst->op == Op::AddrOf) {
          drop(operand);
        } else if (inst->op == Op::Load && full.contains(inst)) {
          full.insert(operand);  // a var's content is wanted as its loads are
        }
      }
    }
  }
}

// ---- whether it pays, by groups of values that use each other

void NarrowPlan::join(const Inst* a, const Inst* b) {
  auto root = [&](const Inst* x) {
    while (parent_.contains(x) && parent_[x] != x) x = parent_[x];
    return x;
  };
  a = root(a), b = root(b);
  if (a != b) parent_[a] = b;
}

void NarrowPlan::weigh() {
  parent_.clear();
  auto root = [&](const Inst* x) {
    while (parent_.contains(x) && parent_[x] != x) x = parent_[x];
    return x;
  };
  // Leaves and indices of loops are cut once and for all: they do not tie groups together.
  auto ties = [&](const Inst& x) { return chosen(x) && !is_leaf(x.op) && x.op != Op::ForIndex; };
  for (const Inst* inst : all_) {
    for (const Inst* operand : inst->operands) {
      if (ties(*inst) && ties(*operand)) join(inst, operand);
      if (inst->op == Op::Store && ties(*inst->operands[0]) && ties(*operand))
        join(inst->operands[0], operand);
    }
  }
  struct Balance {
    int gain = 0, cost = 0, elements = 0;
  };
  std::unordered_map<const Inst*, Balance> groups;
  std::unordered_set<const Inst*> widened;
  for (const Inst* inst : all_) {
    if (ties(*inst)) {
      Balance& group = groups[root(inst)];
      Type source = inst->operands.empty() ? ir::kVoid : inst->operands[0]->type;
      if (inst->op == Op::Convert && inst->type.is_int()) {
        // A narrow element that had to be widened less far: half the vectors.
        bool is_element = inst->operands[0]->op == Op::LoadElem;
        if (is_element && ir::bits_of(source) <= to_) ++group.elements, ++group.gain;
      } else if (inst->op != Op::Var && inst->op != Op::Load && inst->op != Op::For) {
        ++group.gain;
      }
      for (const Inst* operand : inst->operands) {
        bool is_cut = is_wide(operand->type) && !operand->is_const() && !chosen(*operand);
        if (is_cut && operand->op != Op::ForIndex && !is_leaf(operand->op)) ++group.cost;
      }
    }
    for (size_t i = 0; i < inst->operands.size(); ++i) {
      const Inst* value = inst->operands[i];
      if (value->is_var() || !ties(*value) || chosen(*inst) || wants_low_bits(*inst, i)) continue;
      if (!takes_any_int(*inst, i) && widened.insert(value).second) ++groups[root(value)].cost;
    }
  }
  std::erase_if(chosen_, [&](const Inst* inst) {
    if (!ties(*inst)) return false;
    const Balance& group = groups[root(inst)];
    // 16-bit lanes pay for elements that are small in memory, not for counters and flags.
    if (to_ == 16) return group.elements == 0 || group.cost * 2 > group.gain;
    return group.cost > group.gain;
  });
}

}  // namespace tack::transform
