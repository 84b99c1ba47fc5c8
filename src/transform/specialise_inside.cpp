// SPDX-License-Identifier: Apache-2.0
#include "transform/specialise_inside.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/builder.hpp"
#include "ir/clone.hpp"
#include "transform/lane_bounds.hpp"

namespace tack::transform {
namespace {

using namespace ir;

// Instructions up to which the rest of a region is written twice, and in a kernel altogether.
constexpr size_t kMaxRegion = 250, kMaxKernel = 500;
// Conditions of one specialisation: each is a comparison of scalars and a jump.
constexpr size_t kMaxConditions = 12;

using Set = std::unordered_set<const Inst*>;

// What the specialised copy knows.
struct Inside {
  std::vector<Inst*> loads;                         // of lanes that are all in their buffers
  std::vector<std::pair<const Inst*, bool>> tests;  // and what each lane says there
};

class Specialise {
 public:
  explicit Specialise(Function& kernel) : kernel_(kernel), b_(kernel) {
    walk(kernel.body, [&](const Inst&) { ++size_; });
  }

  void run() { find_loops(kernel_.body); }

 private:
  void find_loops(Region& region) {
    for (Inst* inst : region.insts) {
      bool is_loop = inst->op == Op::Loop || inst->op == Op::For;
      for (auto& inner : inst->regions) find_loops(*inner);
      if (!is_loop || !is_innermost(*inst)) continue;
      made_.clear();
      walk(inst->body(), [&](const Inst& nested) { made_.insert(&nested); });
      in_loop(inst->body());
    }
  }

  static bool is_innermost(const Inst& loop) {
    bool is_inner = true;
    walk(loop.body(),
         [&](const Inst& inst) { is_inner &= inst.op != Op::Loop && inst.op != Op::For; });
    return is_inner;
  }

  void in_loop(Region& region) {
    for (Inst* inst : region.insts) {
      for (auto& inner : inst->regions) in_loop(*inner);
    }
    specialise(region);
  }

  // Its mask changes from turn to turn: else there is no chain, and full gangs have none at all.
  bool is_candidate(const Inst& inst) const {
    return inst.op == Op::LoadLanes && made_.contains(inst.operands[2]);
  }

  // Tests that let every lane through when `wanted`, seen from a mask of a load.
  void find_tests(const Inst* mask, bool wanted, Inside& inside) const {
    if (mask->op == Op::Not) return find_tests(mask->operands[0], !wanted, inside);
    if (mask->op == (wanted ? Op::And : Op::Or)) {
      for (const Inst* operand : mask->operands) find_tests(operand, wanted, inside);
      return;
    }
    if (!is_lane_test(*mask) || !made_.contains(mask)) return;
    auto same = [&](const auto& test) { return test.first == mask; };
    if (std::none_of(inside.tests.begin(), inside.tests.end(), same))
      inside.tests.emplace_back(mask, wanted);
  }

  void specialise(Region& region) {
    Inside inside;
    size_t at = region.insts.size();
    for (size_t i = 0; i < region.insts.size(); ++i) {
      Inst* inst = region.insts[i];
      if (!is_candidate(*inst)) continue;
      at = std::min(at, i);
      inside.loads.push_back(inst);
      find_tests(inst->operands[2], true, inside);
    }
    if (inside.loads.empty()) return;
    // The tests too, and the count of lanes: inside nobody has a use for them.
    Set counting;
    for (auto [test, value] : inside.tests) {
      for (const Inst* part : LaneTest(*test).parts) counting.insert(part);
    }
    for (size_t i = 0; i < at; ++i) {
      if (counting.contains(region.insts[i])) at = i;
    }
    size_t size = 0;
    for (size_t i = at; i < region.insts.size(); ++i) {
      ++size;
      for (auto& inner : region.insts[i]->regions) walk(*inner, [&](const Inst&) { ++size; });
    }
    if (size > kMaxRegion || size_ + size > kMaxKernel) return;
    if (!raise(region, at, inside)) return;
    if (inside.loads.size() + inside.tests.size() > kMaxConditions) return;
    size_ += size;
    write_twice(region, at, inside);
  }

  // Moves what bases and tests are computed from before `at`; loads and tests for which that cannot
  // be are left out. False when no load is left.
  bool raise(Region& region, size_t& at, Inside& inside) {
    std::unordered_map<const Inst*, size_t> place;
    Set nested;
    for (size_t i = at; i < region.insts.size(); ++i) {
      place[region.insts[i]] = i;
      for (auto& inner : region.insts[i]->regions)
        walk(*inner, [&](const Inst& inst) { nested.insert(&inst); });
    }
    std::vector<bool> moves(region.insts.size());
    auto can_move = [&](auto& self, const Inst* value, std::vector<size_t>& chain) -> bool {
      if (nested.contains(value)) return false;
      auto found = place.find(value);
      if (found == place.end()) return true;
      if (!is_pure(value->op)) return false;
      for (const Inst* operand : value->operands) {
        if (!self(self, operand, chain)) return false;
      }
      chain.push_back(found->second);
      return true;
    };
    auto moved = [&](const Inst* value) {
      std::vector<size_t> chain;
      if (!can_move(can_move, value, chain)) return false;
      for (size_t i : chain) moves[i] = true;
      return true;
    };
    std::erase_if(inside.loads, [&](const Inst* load) { return !moved(load->operands[1]); });
    std::erase_if(inside.tests, [&](const auto& test) {
      std::vector<Inst*> all = needs(LaneTest(*test.first));
      return !std::all_of(all.begin(), all.end(), moved);
    });
    if (inside.loads.empty()) return false;
    std::stable_partition(region.insts.begin() + static_cast<long>(at), region.insts.end(),
                          [&](const Inst* inst) { return moves[place.at(inst)]; });
    at += static_cast<size_t>(std::count(moves.begin(), moves.end(), true));
    return true;
  }

  // Of one load: 0 <= base <= length - W, by one unsigned comparison.
  Inst* is_inside(const Inst& load) {
    Inst* room =
        b_.sub(b_.emit(Op::BufferLen, kI64, {load.operands[0]}), b_.i64(load.type.lanes - 1));
    Inst* limit = b_.convert(kU64, b_.emit(Op::Max, {room, b_.i64(0)}));
    return b_.lt(b_.convert(kU64, b_.convert(kI64, load.operands[1])), limit);
  }

  // What must be computed before it is known what a test says.
  static std::vector<Inst*> needs(const LaneTest& test) {
    if (!test.limit) return {test.count};
    return {test.limit, test.least, test.most};
  }

  // The limit itself tells whether the gang stands on one side of it.
  Inst* says(const Inst& inst, bool wanted) {
    LaneTest test(inst);
    bool is_full = (inst.op == Op::Lt) == wanted;
    if (test.limit) return is_full ? b_.le(test.most, test.limit) : b_.le(test.limit, test.least);
    return is_full ? b_.emit(Op::Ge, {test.count, b_.i32(inst.type.lanes)})
                   : b_.le(test.count, b_.i32(0));
  }

  void write_twice(Region& region, size_t at, const Inside& inside) {
    Region rest;
    rest.insts.assign(region.insts.begin() + static_cast<long>(at), region.insts.end());
    region.insts.resize(at);
    b_.set_region(region);
    b_.set_loc(inside.loads.front()->loc);
    Inst* condition = nullptr;
    auto require = [&](Inst* one) { condition = condition ? b_.bit_and(condition, one) : one; };
    ValueMap map, known;
    for (auto [test, wanted] : inside.tests) require(says(*test, wanted));
    for (const Inst* load : inside.loads) require(is_inside(*load));
    Inst* branch = b_.if_(condition);
    clone_into(rest, *branch->regions[0], kernel_, map);
    for (auto [test, wanted] : inside.tests) {
      auto copy = map.find(test);
      known[copy == map.end() ? test : copy->second] = kernel_.constant(test->type, wanted);
    }
    replace_uses(*branch->regions[0], known);
    for (const Inst* load : inside.loads)
      map.at(load)->operands[2] = kernel_.constant(load->operands[2]->type, 1);
    *branch->regions[1] = std::move(rest);
  }

  Function& kernel_;
  Builder b_;
  Set made_;  // in the loop that is worked on
  size_t size_ = 0;
};

}  // namespace

void specialise_inside(Module& module) {
  for (auto& function : module.functions) {
    if (function->is_kernel() && function->gang != 0) Specialise(*function).run();
  }
}

}  // namespace tack::transform
