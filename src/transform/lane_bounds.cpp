// SPDX-License-Identifier: Apache-2.0
#include "transform/lane_bounds.hpp"

namespace tack::transform {

using ir::Inst;
using ir::Op;

bool is_lane_test(const Inst& inst) {
  return (inst.op == Op::Lt || inst.op == Op::Ge) && inst.operands[0]->op == Op::LaneId &&
         inst.operands[1]->op == Op::Splat && inst.operands[0]->type.element() == ir::kI32;
}

namespace {

struct Offset {
  const Inst* root;
  int64_t by;
};
Offset offset(const Inst* value) {
  if (value->op == Op::Add && value->operands[1]->is_const())
    return {value->operands[0], static_cast<int64_t>(value->operands[1]->bits)};
  return {value, 0};
}

}  // namespace

LaneTest::LaneTest(const Inst& test)
    : parts{&test, test.operands[1]}, count(test.operands[1]->operands[0]) {
  if (count->op != Op::Convert || count->operands[0]->op != Op::Sub) return;
  const Inst& difference = *count->operands[0];
  const Inst& near = *difference.operands[0];
  Inst* base = difference.operands[1];
  if (base->type != ir::kI64 || near.op != Op::Max) return;
  for (size_t i = 0; i < 2; ++i) {
    const Inst& low = *near.operands[i];
    if (near.operands[1 - i] != base || low.op != Op::Min) continue;
    for (size_t k = 0; k < 2; ++k) {
      Offset from = offset(base), to = offset(low.operands[k]);
      if (from.root != to.root || to.by - from.by != test.type.lanes) continue;
      least = base, most = low.operands[k], limit = low.operands[1 - k];
      parts.insert(parts.end(), {count, &difference, &near, &low});
      return;
    }
  }
}

}  // namespace tack::transform
