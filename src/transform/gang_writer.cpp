// SPDX-License-Identifier: Apache-2.0
#include "transform/gang_writer.hpp"

#include <algorithm>
#include <utility>

#include "support/ice.hpp"

namespace tack::transform {

using ir::Inst;
using ir::Op;
using ir::Type;

GangWriter::GangWriter(ir::Function& kernel, uint16_t width, const analysis::Uniformity& uniformity,
                       const analysis::AccessShapes& shapes)
    : out_(kernel), width_(width), uniformity_(uniformity), shapes_(shapes), root_(&kernel.body) {}

bool GangWriter::is_scalar(const Inst* value) const {
  analysis::Shape shape = shapes_.of(*value);
  return shape.is_uniform() || shape.is_affine();
}

void GangWriter::set_scalar(const Inst* value, Inst* made) {
  scalars_[value] = made;
  lanes_.erase(value);  // of an earlier writing of the same code
  if (!made->is_const()) home_.emplace(made, &out_.region());
}

Inst* GangWriter::scalar(const Inst* value) const {
  auto found = scalars_.find(value);
  if (found != scalars_.end()) return found->second;
  // Constants, parameters, indices and extents stand for themselves in the new body.
  if (uniformity_.varying(*value) && value->op != Op::Index) TACK_ICE("no scalar form");
  return const_cast<Inst*>(value);
}

// Behind the definition of `after` (or of what stands behind it already), so that it serves every
// later user; for what no region holds, at the start of the kernel or of the `for`.
Inst* GangWriter::place(Inst* after, Inst* made) {
  auto home = home_.find(after);
  if (home == home_.end()) {
    prologue_.push_back(made);
    return made;
  }
  std::vector<Inst*>& insts = home->second->insts;
  auto at = std::find(insts.rbegin(), insts.rend(), after).base();  // behind it, or the start
  if (at == insts.begin() && after->op != Op::ForIndex) TACK_ICE("definition is not in its region");
  insts.insert(at, made);
  home_.emplace(made, home->second);
  return made;
}

Inst* GangWriter::splat(Inst* scalar) {
  if (scalar->is_const()) return out_.constant(scalar->type.with_lanes(width_), scalar->bits);
  auto [at, is_new] = splats_.emplace(scalar, nullptr);
  if (is_new) {
    Inst* made =
        out_.function().make(Op::Splat, scalar->type.with_lanes(width_), {scalar}, scalar->loc);
    at->second = place(scalar, made);
  }
  return at->second;
}

Inst* GangWriter::lane_numbers(Type type, int64_t stride) {
  type = type.with_lanes(width_);
  for (auto [known, inst] : lane_numbers_) {
    if (known == stride && inst->type == type) return inst;
  }
  Inst* made;
  if (stride == 1) {
    made = out_.function().make(Op::LaneId, type);
  } else {
    Inst* factor = out_.constant(type, static_cast<uint64_t>(stride));
    made = out_.function().make(Op::Mul, type, {lane_numbers(type.element(), 1), factor});
  }
  prologue_.push_back(made);
  lane_numbers_.emplace_back(stride, made);
  return made;
}

Inst* GangWriter::lanes(const Inst* value) {
  if (value->type.is_lanes()) return const_cast<Inst*>(value);
  auto found = lanes_.find(value);
  if (found != lanes_.end()) return found->second;
  Inst* base = scalar(value);
  Inst* all = splat(base);
  analysis::Shape shape = shapes_.of(*value);
  if (shape.is_affine()) {
    Inst* step = lane_numbers(value->type, shape.stride);
    all = place(all, out_.function().make(Op::Add, all->type, {all, step}, value->loc));
  }
  lanes_[value] = all;
  return all;
}

// base + lane against one number, in 64 bits: how many lanes are below the number is found with
// scalars, and the lanes compare their 32-bit numbers with that. On AVX2 this takes the place of
// two 64-bit additions, two comparisons and the narrowing of their mask for each eight lanes.
bool GangWriter::compare_lanes(const Inst& inst) {
  Op op = inst.op;
  if (op < Op::Eq || op > Op::Ge || inst.operands[0]->type != ir::kI64) return false;
  const Inst *value = inst.operands[0], *limit = inst.operands[1];
  if (!uniformity_.varying(*value)) {
    std::swap(value, limit);
    constexpr Op kMirrored[] = {Op::Eq, Op::Ne, Op::Gt, Op::Ge, Op::Lt, Op::Le};
    op = kMirrored[static_cast<int>(op) - static_cast<int>(Op::Eq)];
  }
  if (uniformity_.varying(*limit) || !shapes_.counts_up(*value)) return false;
  // Lanes below the limit, lanes up to it, or the lane that equals it (-1 or W: none).
  bool is_equal = op == Op::Eq || op == Op::Ne, is_below = op == Op::Lt || op == Op::Ge;
  Inst* base = scalar(value);
  Inst* least = is_below ? base : out_.sub(base, out_.i64(1));
  Inst* most = out_.add(base, out_.i64(is_below || is_equal ? width_ : width_ - 1));
  Inst* near = out_.emit(Op::Max, {out_.emit(Op::Min, {scalar(limit), most}), least});
  Inst* count = out_.convert(ir::kI32, out_.sub(near, is_equal ? base : least));
  Op lanes_op = is_equal ? op : op == Op::Lt || op == Op::Le ? Op::Lt : Op::Ge;
  Inst* made = out_.emit(lanes_op, {lane_numbers(ir::kI32, 1), out_.splat(width_, count)});
  made->name = inst.name;
  set_lanes(&inst, made);
  return true;
}

void GangWriter::pure(const Inst& inst) {
  out_.set_loc(inst.loc);
  if (uniformity_.varying(inst) && compare_lanes(inst)) return;
  std::vector<Inst*> operands;
  if (!shapes_.of(inst).is_uniform() && !shapes_.of(inst).is_affine()) {
    bool is_whole_select = inst.op == Op::Select && !uniformity_.varying(*inst.operands[0]);
    for (size_t i = 0; i < inst.operands.size(); ++i)
      operands.push_back(is_whole_select && i == 0 ? scalar(inst.operands[0])
                                                   : lanes(inst.operands[i]));
    Inst* made = out_.emit(inst.op, inst.type.with_lanes(width_), std::move(operands));
    made->name = inst.name;
    made->bits = inst.bits;
    set_lanes(&inst, made);
    home_.emplace(made, &out_.region());
    return;
  }
  for (const Inst* operand : inst.operands) operands.push_back(scalar(operand));
  Inst* made = out_.emit(inst.op, inst.type, std::move(operands));
  made->name = inst.name;
  made->bits = inst.bits;
  set_scalar(&inst, made);
}

Inst* GangWriter::mask_and(Inst* a, Inst* b) {
  if (a == b || (b->is_const() && b->bits)) return a;
  if (a->is_const() && a->bits) return b;
  if (a->is_const() || b->is_const()) return no_lanes();
  return out_.bit_and(a, b);
}

Inst* GangWriter::mask_or(Inst* a, Inst* b) {
  if (a == b || (b->is_const() && !b->bits)) return a;
  if (a->is_const() && !a->bits) return b;
  if (a->is_const() || b->is_const()) return all_lanes();
  return out_.bit_or(a, b);
}

Inst* GangWriter::mask_not(Inst* a) {
  if (a->is_const()) return a->bits ? no_lanes() : all_lanes();
  if (a->op == Op::Not) return a->operands[0];
  return out_.bit_not(a);
}

Inst* GangWriter::blend(Inst* mask, Inst* on, Inst* off) {
  if (on == off || (mask->is_const() && mask->bits)) return on;
  return out_.select(mask, on, off);
}

void GangWriter::finish() {
  root_->insts.insert(root_->insts.begin(), prologue_.begin(), prologue_.end());
}

}  // namespace tack::transform
