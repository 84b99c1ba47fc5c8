// SPDX-License-Identifier: Apache-2.0
#include "transform/lower_reductions.hpp"

#include "ir/builder.hpp"
#include "ir/clone.hpp"
#include "ir/reduction_order.hpp"

namespace tack::transform {

using namespace ir;

namespace {

// The item's number in its block, modulo the copies. Blocks begin at multiples of 64, so the flat
// index will do; only its low bits count, so overflow does not matter.
Inst* copy_number(Builder& b) {
  Function& kernel = b.function();
  Inst* flat = kernel.indices[0];
  for (size_t d = 1; d < kernel.indices.size(); ++d)
    flat = b.add(b.mul(flat, kernel.extents[d]), kernel.indices[d]);
  return b.bit_and(flat, b.i64(kReductionLanes - 1));
}

// Makes every return leave a block that holds the whole body.
void returns_to_exits(Region& region, Inst* item) {
  walk(region, [&](Inst& inst) {
    if (inst.op != Op::Return) return;
    inst.op = Op::Exit;
    inst.target = item;
  });
}

}  // namespace

void lower_reductions(Function& kernel) {
  if (kernel.reductions.empty()) return;
  std::vector<Inst*> reductions = std::move(kernel.reductions);
  kernel.reductions.clear();
  Region body;
  std::swap(body.insts, kernel.body.insts);

  Builder b(kernel);
  b.set_loc(kernel.loc);
  Inst* copy = copy_number(b);
  copy->name = "copy";
  ValueMap vars;
  std::vector<std::pair<Inst*, Inst*>> places;  // var, buffer
  for (size_t i = 0; i < reductions.size(); ++i) {
    Inst* buffer =
        kernel.add_param(Type::buffer(reductions[i]->aux.kind), "partials." + std::to_string(i));
    Inst* var = b.var(reductions[i]->aux, reductions[i]->name);
    b.store(var, b.load_elem(buffer, copy));
    vars[reductions[i]] = var;
    places.emplace_back(var, buffer);
  }
  replace_uses(body, vars);
  bool returns = false;
  walk(body, [&](const Inst& inst) { returns |= inst.op == Op::Return; });
  Inst* item = returns ? b.block("item") : nullptr;
  if (item) returns_to_exits(body, item);
  std::vector<Inst*>& into = item ? item->body().insts : kernel.body.insts;
  into.insert(into.end(), body.insts.begin(), body.insts.end());
  for (auto [var, buffer] : places) b.store_elem(buffer, copy, b.load(var));
}

void lower_reductions(Module& module) {
  for (auto& function : module.functions) {
    if (function->is_kernel()) lower_reductions(*function);
  }
}

}  // namespace tack::transform
