// SPDX-License-Identifier: Apache-2.0
#include "fuzz/minimise.hpp"

#include <algorithm>

#include "ir/clone.hpp"
#include "ir/flow.hpp"
#include "ir/verifier.hpp"

namespace tack::fuzz {
namespace {

using ir::Function;
using ir::Inst;
using ir::Op;
using ir::Region;

// The n-th instruction of the module in walk order, with the region it stands in.
struct Place {
  Function* function = nullptr;
  Region* region = nullptr;
  size_t at = 0;

  Inst* inst() const { return region->insts[at]; }
};

bool find(Function& function, Region& region, size_t& n, Place& place) {
  for (size_t i = 0; i < region.insts.size(); ++i) {
    if (n-- == 0) {
      place = {&function, &region, i};
      return true;
    }
    for (auto& inner : region.insts[i]->regions) {
      if (find(function, *inner, n, place)) return true;
    }
  }
  return false;
}

Place nth(ir::Module& module, size_t n) {
  Place place;
  for (auto& function : module.functions) {
    if (find(*function, function->body, n, place)) return place;
  }
  return {};
}

// Uses of a removed value become a constant. Small numbers keep indices in range.
void forget(Place place, const Inst* value, uint64_t bits) {
  if (value->type.is_void() || value->type.is_buffer()) return;
  ir::ValueMap map{{value, place.function->constant(value->type, bits)}};
  ir::replace_uses(place.function->body, map);
}

bool is_number(const Inst& x) { return x.is_const() && !is_nan(x.type.kind, x.bits); }

// Which NaN an operation makes no one promises: generated programs see the bits of a float through
// `select(x == x, x, constant)` only, and so must those made of them.
bool keeps_nans_from_bits(const ir::Module& module) {
  bool keeps = true;
  for (const auto& function : module.functions) {
    ir::walk(function->body, [&](const Inst& inst) {
      if (inst.op != Op::Bitcast || !inst.operands[0]->type.is_float()) return;
      const Inst& x = *inst.operands[0];
      bool is_guarded = x.op == Op::Select && x.operands[0]->op == Op::Eq &&
                        x.operands[0]->operands[0] == x.operands[1] &&
                        x.operands[0]->operands[1] == x.operands[1] && is_number(*x.operands[2]);
      keeps = keeps && (is_guarded || is_number(x));
    });
  }
  return keeps;
}

using Edit = std::function<bool(Place)>;  // false: does not apply

bool remove(Place place) {
  Inst* inst = place.inst();
  place.region->insts.erase(place.region->insts.begin() + static_cast<long>(place.at));
  forget(place, inst, 0);
  return true;
}

// Everything from here to the region's end.
bool truncate(Place place) {
  if (place.at + 1 >= place.region->insts.size()) return false;
  std::vector<Inst*> gone(place.region->insts.begin() + static_cast<long>(place.at),
                          place.region->insts.end());
  place.region->insts.resize(place.at);
  for (const Inst* inst : gone) forget(place, inst, 0);
  return true;
}

// A region's content instead of the instruction that holds it.
bool hoist(Place place, size_t which) {
  Inst* inst = place.inst();
  if (which >= inst->regions.size()) return false;
  std::vector<Inst*> inner = inst->regions[which]->insts;
  auto& insts = place.region->insts;
  bool ends = !inner.empty() && (inner.back()->op == Op::Exit || inner.back()->op == Op::Return);
  if (ends) insts.resize(place.at + 1);
  insts.erase(insts.begin() + static_cast<long>(place.at));
  insts.insert(insts.begin() + static_cast<long>(place.at), inner.begin(), inner.end());
  if (inst->index) forget(place, inst->index, 0);
  return true;
}

bool use_operand(Place place) {
  Inst* inst = place.inst();
  if (inst->type.is_void()) return false;
  for (Inst* operand : inst->operands) {
    if (operand->type != inst->type) continue;
    place.region->insts.erase(place.region->insts.begin() + static_cast<long>(place.at));
    ir::replace_uses(place.function->body, {{inst, operand}});
    return true;
  }
  return false;
}

bool simple_constant(Place place) {
  Inst* inst = place.inst();
  bool changed = false;
  for (Inst*& operand : inst->operands) {
    if (!operand->is_const() || operand->bits <= 1) continue;
    operand = place.function->constant(operand->type, 1);
    changed = true;
  }
  return changed;
}

size_t size_of(const ir::Module& module) {
  size_t n = 0;
  for (const auto& function : module.functions)
    ir::walk(static_cast<const Region&>(function->body), [&](const Inst&) { ++n; });
  return n;
}

}  // namespace

Program minimise(const Program& program, const std::function<bool(const Program&)>& fails) {
  Program best = copy(program);
  const Edit edits[] = {truncate,
                        [](Place p) { return hoist(p, 0); },
                        [](Place p) { return hoist(p, 1); },
                        remove,
                        use_operand,
                        simple_constant};
  auto accept = [&](Program&& candidate) {
    if (!ir::verify(*candidate.module, ir::Stage::Source).empty() ||
        !keeps_nans_from_bits(*candidate.module) || !fails(candidate))
      return false;
    best = std::move(candidate);
    return true;
  };
  bool changed = true;
  for (int round = 0; changed && round < 12; ++round) {
    changed = false;
    for (size_t d = 0; d < best.extents.size(); ++d) {
      for (int64_t n : {int64_t{1}, int64_t{2}, best.extents[d] / 2, best.extents[d] - 1}) {
        if (n < 1 || n >= best.extents[d]) continue;
        Program candidate = copy(best);
        candidate.extents[d] = n;
        if (accept(std::move(candidate))) {
          changed = true;
          break;
        }
      }
    }
    for (const Edit& edit : edits) {
      // From the end, so that users go before what they use.
      for (size_t n = size_of(*best.module); n-- > 0;) {
        Program candidate = copy(best);
        Place place = nth(*candidate.module, n);
        if (!place.region || !edit(place)) continue;
        changed |= accept(std::move(candidate));
      }
    }
    // Functions that nothing calls.
    for (size_t f = best.module->functions.size(); f-- > 0;) {
      Program candidate = copy(best);
      if (candidate.module->functions[f]->is_kernel()) continue;
      candidate.module->functions.erase(candidate.module->functions.begin() + static_cast<long>(f));
      bool used = false;
      for (auto& function : candidate.module->functions) {
        ir::walk(function->body, [&](Inst& inst) {
          used |= inst.callee == best.module->functions[f].get();
          for (auto& known : candidate.module->functions)
            if (inst.callee == known.get()) return;
          used |= inst.callee != nullptr;
        });
      }
      if (!used) changed |= accept(std::move(candidate));
    }
  }
  return best;
}

}  // namespace tack::fuzz
