// SPDX-License-Identifier: Apache-2.0
#include "transform/lower_control.hpp"

#include "ir/builder.hpp"
#include "ir/clone.hpp"

namespace tack::transform {
namespace {

using namespace ir;

// Rewrites a region from the inside out: `lower` may emit for an instruction, or keeps it by
// returning false.
template <class Lower>
void rewrite(Builder& b, Region& region, const Lower& lower) {
  std::vector<Inst*> old = std::move(region.insts);
  region.insts.clear();
  for (Inst* inst : old) {
    for (auto& inner : inst->regions) rewrite(b, *inner, lower);
    b.set_region(region);
    b.set_loc(inst->loc);
    if (!lower(*inst)) region.insts.push_back(inst);
  }
}

bool is_countable(const Inst& loop) {
  const Inst* step = loop.operands[2];
  return bits_of(step->type) == 32 && step->is_const() && step->bits == 1;
}

//   if lo < hi and step > 0 { i = lo; loop { body; if distance(i, hi) <= step { exit }; i += step }
//   }
// The distance is taken unsigned, so nothing overflows and nothing is divided.
void lower_loops(Function& function, bool keeps_countable) {
  Builder b(function);
  ValueMap replaced;
  rewrite(b, function.body, [&](Inst& inst) {
    if (inst.op != Op::For || (keeps_countable && is_countable(inst))) return false;
    Inst *lo = inst.operands[0], *hi = inst.operands[1], *step = inst.operands[2];
    Type type = lo->type;
    Type distance = Type::scalar(int_kind(bits_of(type), false));
    Inst* zero = b.constant(type, 0);
    Inst* runs = b.bit_and(b.lt(lo, hi), b.emit(Op::Gt, {step, zero}));
    Inst* any = b.if_(runs);
    b.in(*any->regions[0], [&] {
      Inst* at = b.var(type, inst.index->name);
      b.store(at, lo);
      Inst* loop = b.loop(inst.name);
      b.in(loop->body(), [&] {
        Inst* index = b.load(at);
        index->name = inst.index->name;
        replaced[inst.index] = index;
        replaced[&inst] = loop;
        std::vector<Inst*>& body = b.region().insts;
        body.insert(body.end(), inst.body().insts.begin(), inst.body().insts.end());
        if (!body.empty()) {
          Op last = body.back()->op;
          if (last == Op::Exit || last == Op::Return || last == Op::Trap) return;
        }
        Inst* left = b.sub(b.convert(distance, hi), b.convert(distance, index));
        Inst* done = b.if_(b.le(left, b.convert(distance, step)));
        b.in(*done->regions[0], [&] { b.exit(loop); });
        b.store(at, b.add(index, step));
      });
    });
    return true;
  });
  replace_uses(function.body, replaced);
}

}  // namespace

void lower_for(Function& function) { lower_loops(function, false); }
void lower_uncountable_for(Function& function) { lower_loops(function, true); }

void lower_switch(Function& function) {
  Builder b(function);
  rewrite(b, function.body, [&](Inst& inst) {
    if (inst.op != Op::Switch || bits_of(inst.operands[0]->type) == 32) return false;
    Inst* subject = inst.operands[0];
    Inst* number = b.i32(static_cast<int32_t>(inst.cases.size()));
    for (size_t i = 0; i < inst.cases.size(); ++i) {
      for (int64_t value : inst.cases[i].values) {
        Inst* is = b.eq(subject, b.constant(subject->type, static_cast<uint64_t>(value)));
        number = b.select(is, b.i32(static_cast<int32_t>(i)), number);
      }
      inst.cases[i].values = {static_cast<int64_t>(i)};
    }
    inst.operands[0] = number;
    return false;
  });
}

}  // namespace tack::transform
