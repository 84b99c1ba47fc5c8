// SPDX-License-Identifier: Apache-2.0
// Vars and buffers of gang code.
#include "transform/vectoriser.hpp"

namespace tack::transform {

// ---- vars

bool Vectoriser::has_flat_path(const Inst& var) const {
  return uniformity_.varying(var) && var.aux.is_array();
}

void Vectoriser::declare(const Inst& inst) {
  Type type = inst.aux;
  if (uniformity_.varying(inst)) {
    // Nested arrays become one, so that lanes can index it.
    uint64_t count = 1;
    while (type.is_array()) {
      const ir::ArrayType& body = kernel_.module.array_of(type);
      count *= body.count;
      type = body.element;
    }
    type = type.with_lanes(width_);
    if (inst.aux.is_array()) type = kernel_.module.array(type, count);
  }
  vars_[&inst] = out_.var(type, inst.name);
}

std::vector<Inst*> Vectoriser::scalar_path(const Inst& inst, size_t end) {
  std::vector<Inst*> path;
  for (size_t i = 1; i < end; ++i) path.push_back(writer_.scalar(inst.operands[i]));
  return path;
}

// The element's number in a flat array of lanes: a scalar if every index is uniform.
Inst* Vectoriser::flat_index(const Inst& inst, size_t end) {
  bool is_uniform = true;
  for (size_t i = 1; i < end; ++i) is_uniform &= !uniformity_.varying(*inst.operands[i]);
  auto form = [&](const Inst* x) { return is_uniform ? writer_.scalar(x) : writer_.lanes(x); };
  if (end == 2) return form(inst.operands[1]);
  Type type = is_uniform ? ir::kI32 : ir::kI32.with_lanes(width_);
  Type level = inst.operands[0]->aux;
  Inst* flat = nullptr;
  for (size_t i = 1; i < end; ++i) {
    const ir::ArrayType& body = kernel_.module.array_of(level);
    Inst* step = out_.convert(type, form(inst.operands[i]));
    flat = flat ? out_.add(out_.mul(flat, out_.constant(type, body.count)), step) : step;
    level = body.element;
  }
  return flat;
}

void Vectoriser::load(const Inst& inst, Mask on) {
  const Inst& var = *inst.operands[0];
  Inst* made;
  if (!uniformity_.varying(var)) {
    made = out_.load(vars_.at(&var), scalar_path(inst, inst.operands.size()));
    made->name = inst.name;
    writer_.set_scalar(&inst, made);
    return;
  }
  if (!has_flat_path(var)) {
    made = out_.load(vars_.at(&var));
  } else {
    Inst* index = flat_index(inst, inst.operands.size());
    made = index->type.is_lanes() ? out_.emit(Op::VarGather, inst.type.with_lanes(width_),
                                              {vars_.at(&var), index, on.value})
                                  : out_.load(vars_.at(&var), {index});
  }
  made->name = inst.name;
  writer_.set_lanes(&inst, made);
}

// v = v + 1 under a mask is v plus the mask: one instruction where masks are -1 or 0.
bool Vectoriser::is_count(const Inst& inst, const Inst* lanes) const {
  const Inst& value = *inst.operands.back();
  if (value.op != Op::Add || inst.operands.size() != 2 || !lanes->type.is_int()) return false;
  const Inst &old = *value.operands[0], &step = *value.operands[1];
  if (old.op != Op::Load || old.operands[0] != inst.operands[0] || !step.is_const() ||
      step.bits != 1)
    return false;
  // Between the load and here nothing is stored.
  for (size_t at = at_; at-- > 0;) {
    const Inst& before = *in_->insts[at];
    if (&before == &old) return true;
    bool is_stored = before.op == Op::Store && before.operands[0] == old.operands[0];
    for (const auto& inner : before.regions) {
      ir::walk(*inner, [&](const Inst& nested) {
        is_stored |= nested.op == Op::Store && nested.operands[0] == old.operands[0];
      });
    }
    if (is_stored) return false;
  }
  return false;
}

void Vectoriser::store(const Inst& inst, Mask on) {
  const Inst& var = *inst.operands[0];
  Inst* to = vars_.at(&var);
  size_t end = inst.operands.size() - 1;
  const Inst* value = inst.operands[end];
  if (!uniformity_.varying(var)) {
    out_.store(to, writer_.scalar(value), scalar_path(inst, end));
    return;
  }
  Inst* lanes = writer_.lanes(value);
  std::vector<Inst*> path;
  if (has_flat_path(var)) {
    Inst* index = flat_index(inst, end);
    if (index->type.is_lanes()) {
      out_.emit(Op::VarScatter, ir::kVoid, {to, index, lanes, on.value});
      return;
    }
    path.push_back(index);
  }
  if (uniformity_.blends(inst)) {
    Inst* old = out_.load(to, path);
    lanes = is_count(inst, lanes) ? out_.add(old, out_.convert(lanes->type, on.value))
                                  : writer_.blend(on.value, lanes, old);
  }
  out_.store(to, lanes, path);
}

// ---- buffers

void Vectoriser::note(const Inst& inst, Access access) {
  report_.accesses.push_back(
      {inst.loc, inst.op != Op::LoadElem, inst.operands[0]->name, access_name(access)});
}

// An unsigned base may lie below zero; it counts on through the wrap as a signed one.
Inst* Vectoriser::address_base(const Inst& index) {
  Inst* base = writer_.scalar(&index);
  bool may_wrap = base->type == ir::kU64 || (base->type == ir::kU32 && kernel_.small);
  return may_wrap ? out_.convert(base->type == ir::kU64 ? ir::kI64 : ir::kI32, base) : base;
}

void Vectoriser::load_elem(const Inst& inst, Mask on) {
  const Inst& index = *inst.operands[1];
  Access access = shapes_.access(inst);
  note(inst, access);
  Type type = inst.type.with_lanes(width_);
  Inst* made;
  switch (access) {
    case Access::Uniform:
      made = out_.load_elem(inst.operands[0], writer_.scalar(&index));
      made->name = inst.name;
      writer_.set_scalar(&inst, made);
      return;
    case Access::Consecutive:
      made = out_.emit(Op::LoadLanes, type, {inst.operands[0], address_base(index), on.value});
      break;
    default:
      made = out_.emit(Op::Gather, type, {inst.operands[0], writer_.lanes(&index), on.value});
      break;
  }
  made->name = inst.name;
  writer_.set_lanes(&inst, made);
}

void Vectoriser::store_elem(const Inst& inst, Mask on) {
  const Inst &index = *inst.operands[1], &value = *inst.operands[2];
  Access access = shapes_.access(inst);
  note(inst, access);
  if (access == Access::Uniform && !uniformity_.varying(value)) {
    out_.store_elem(inst.operands[0], writer_.scalar(&index), writer_.scalar(&value));
  } else if (access == Access::Consecutive) {
    out_.emit(Op::StoreLanes, ir::kVoid,
              {inst.operands[0], address_base(index), writer_.lanes(&value), on.value});
  } else {
    // Also lanes that agree on the element but not on the value: the highest wins.
    out_.emit(Op::Scatter, ir::kVoid,
              {inst.operands[0], writer_.lanes(&index), writer_.lanes(&value), on.value});
  }
}

}  // namespace tack::transform
