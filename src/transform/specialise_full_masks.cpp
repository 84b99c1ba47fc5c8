// SPDX-License-Identifier: Apache-2.0
#include "transform/specialise_full_masks.hpp"

#include "ir/builder.hpp"
#include "ir/clone.hpp"
#include "transform/scalar_votes.hpp"

namespace tack::transform {
namespace {

using namespace ir;

// Instructions up to which a region is written twice, and masked accesses from which it pays.
constexpr size_t kMaxRegion = 250;
constexpr size_t kMinAccesses = 2;

bool is_masked_access(const Inst& inst) {
  switch (inst.op) {
    case Op::LoadLanes:
    case Op::StoreLanes:
    case Op::Gather:
    case Op::Scatter:
      return true;
    default:
      return false;
  }
}

bool pays(const Region& region, const Inst* mask) {
  size_t size = 0, accesses = 0;
  walk(region, [&](const Inst& inst) {
    ++size;
    accesses += is_masked_access(inst) && inst.operands.back() == mask;
  });
  return size <= kMaxRegion && accesses >= kMinAccesses;
}

class Specialise {
 public:
  explicit Specialise(Function& kernel) : kernel_(kernel) {}

  void region(Region& region) {
    for (size_t i = 0; i < region.insts.size(); ++i) {
      Inst& inst = *region.insts[i];
      for (auto& inner : inst.regions) this->region(*inner);
      bool fits =
          inst.op == Op::If && inst.operands[0]->op == Op::Any && inst.regions[1]->insts.empty();
      if (!fits) continue;
      Inst* mask = inst.operands[0]->operands[0];
      if (mask->is_const() || !pays(*inst.regions[0], mask)) continue;
      if (has_scalar_any(*mask)) {
        test_all_inside(inst, mask);
        continue;
      }
      region.insts.insert(region.insts.begin() + static_cast<long>(i), test_all(inst, mask));
      ++i;
    }
  }

 private:
  // Turns `if any(m) { R }` into `if all(m) { R with m on } else { if any(m) { R } }`; returns the
  // `all`, to stand before it.
  Inst* test_all(Inst& inst, Inst* mask) {
    Inst* all = kernel_.make(Op::All, kI1, {mask}, inst.loc);
    ValueMap map{{mask, kernel_.constant(mask->type, 1)}};
    auto full = std::make_unique<Region>();
    clone_into(*inst.regions[0], *full, kernel_, map);
    Inst* some = kernel_.make(Op::If, kVoid, {inst.operands[0]}, inst.loc);
    some->regions[0] = std::move(inst.regions[0]);
    inst.regions[0] = std::move(full);
    inst.regions[1]->insts.push_back(some);
    inst.operands[0] = all;
    return all;
  }

  // `if any(m) { if all(m) { R with m on } else { R } }`: where no lane is on is known without the
  // mask, and there it is not made.
  void test_all_inside(Inst& inst, Inst* mask) {
    Inst* all = kernel_.make(Op::All, kI1, {mask}, inst.loc);
    ValueMap map{{mask, kernel_.constant(mask->type, 1)}};
    auto full = std::make_unique<Region>();
    clone_into(*inst.regions[0], *full, kernel_, map);
    Inst* whole = kernel_.make(Op::If, kVoid, {all}, inst.loc);
    whole->regions[0] = std::move(full);
    *whole->regions[1] = std::move(*inst.regions[0]);
    inst.regions[0]->insts = {all, whole};
  }

  Function& kernel_;
};

}  // namespace

void specialise_full_masks(Module& module) {
  for (auto& function : module.functions) {
    if (function->is_kernel() && function->gang != 0) Specialise(*function).region(function->body);
  }
}

}  // namespace tack::transform
