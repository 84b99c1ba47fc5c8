// SPDX-License-Identifier: Apache-2.0
// What gang code does for one lane after the other, in order: atomics and output.
#include "transform/vectoriser.hpp"

namespace tack::transform {

// The value in one lane.
Inst* Vectoriser::of_lane(const Inst* value, Inst* lane) {
  if (!uniformity_.varying(*value)) return writer_.scalar(value);
  return out_.emit(Op::Extract, {writer_.lanes(value), lane});
}

// Code for each lane that is on.
void Vectoriser::each_lane(Mask on, const std::function<void(Inst* lane)>& fill) {
  Inst* loop = out_.for_range(out_.i32(0), out_.i32(width_), out_.i32(1), "lane", "lanes");
  out_.in(loop->body(), [&] {
    if (on.value->is_const()) return fill(loop->index);
    Inst* is_on = out_.if_(out_.emit(Op::Extract, {on.value, loop->index}));
    out_.in(*is_on->regions[0], [&] { fill(loop->index); });
  });
}

void Vectoriser::atomic(const Inst& inst, Mask on) {
  Inst* buffer = inst.operands[0];
  const Inst &index = *inst.operands[1], &value = *inst.operands[2];
  note(inst, shapes_.access(inst));
  bool is_used = used_atomics_.contains(&inst);
  if (!is_used && inst.type.is_int() && !uniformity_.varying(index)) {
    // All lanes update one element and nobody asks what was there: one update does for all. Updates
    // of one element by several threads cost hundreds of cycles each.
    bool adds = inst.op == Op::AtomicAdd, least = inst.op == Op::AtomicMin;
    uint64_t identity =
        adds ? 0
             : ir::reduce_identity(least ? ir::ReduceOp::Min : ir::ReduceOp::Max, inst.type.kind);
    Inst* rest = out_.constant(inst.type.with_lanes(width_), identity);
    Inst* lanes = writer_.blend(on.value, writer_.lanes(&value), rest);
    Op reduce = adds ? Op::LaneSum : least ? Op::LaneMin : Op::LaneMax;
    out_.emit(inst.op, {buffer, writer_.scalar(&index), out_.emit(reduce, {lanes})});
    return;
  }
  // The lanes' forms stand before the loop.
  if (uniformity_.varying(index)) writer_.lanes(&index);
  if (uniformity_.varying(value)) writer_.lanes(&value);
  Type type = inst.type.with_lanes(width_);
  Inst* olds = is_used ? out_.var(type, inst.name) : nullptr;
  Type number = Type::scalar(ir::int_kind(ir::bits_of(inst.type), true)).with_lanes(width_);
  Inst* ids = is_used ? out_.emit(Op::LaneId, number, {}) : nullptr;
  each_lane(on, [&](Inst* lane) {
    Inst* old = out_.emit(inst.op, {buffer, of_lane(&index, lane), of_lane(&value, lane)});
    if (!is_used) return;
    Inst* here = out_.eq(ids, out_.splat(width_, out_.convert(number.element(), lane)));
    out_.store(olds, out_.select(here, out_.splat(width_, old), out_.load(olds)));
  });
  if (!is_used) return;
  Inst* made = out_.load(olds);
  made->name = inst.name;
  writer_.set_lanes(&inst, made);
}

void Vectoriser::print(const Inst& inst, Mask on) {
  for (const Inst* value : inst.operands) {
    if (uniformity_.varying(*value)) writer_.lanes(value);
  }
  each_lane(on, [&](Inst* lane) {
    std::vector<Inst*> values;
    for (const Inst* value : inst.operands) values.push_back(of_lane(value, lane));
    out_.emit(Op::Print, ir::kVoid, std::move(values))->text = inst.text;
  });
}

}  // namespace tack::transform
