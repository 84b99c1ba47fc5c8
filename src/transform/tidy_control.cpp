// SPDX-License-Identifier: Apache-2.0
#include "transform/tidy_control.hpp"

#include <algorithm>
#include <unordered_map>
#include <unordered_set>

#include "ir/flow.hpp"
#include "transform/rewrite.hpp"

namespace tack::transform {
namespace {

using namespace ir;

// An early exit nests the rest of its region one deeper; more than this and it stays an exit.
constexpr int kMaxDepth = 200;

struct Tidier {
  Function& f;
  bool changed = false;
  std::unordered_map<const Inst*, size_t> exits;  // to each label
  ValueMap replaced;                              // indices of loops that run once

  // What falling off the end of a region amounts to.
  struct Tail {
    std::vector<const Inst*> labels;
    bool returns = false;

    bool covers(const Inst& jump) const {
      if (jump.op == Op::Return) return returns && jump.operands.empty();
      return jump.op == Op::Exit &&
             std::find(labels.begin(), labels.end(), jump.target) != labels.end();
    }
  };

  void count(const Region& region, size_t by) {
    walk(region, [&](const Inst& inst) {
      if (inst.target) exits[inst.target] += by;
    });
  }
  void drop(const Inst& inst) {
    if (inst.target) --exits[inst.target];
    for (const auto& inner : inst.regions) count(*inner, size_t{0} - 1);
    changed = true;
  }

  void drop_after(Region& region, size_t end) {
    for (size_t i = end; i < region.insts.size(); ++i) drop(*region.insts[i]);
    region.insts.resize(end);
  }

  // The one region of a branch on a constant that is taken; null when the condition is unknown.
  Region* taken(Inst& inst) {
    if (inst.op != Op::If && inst.op != Op::Switch) return nullptr;
    const Inst* c = inst.operands[0];
    if (!c->is_const()) return nullptr;
    if (inst.op == Op::If) return inst.regions[c->bits ? 0 : 1].get();
    int unused = 64 - bits_of(c->type);
    int64_t value = c->type.is_signed() ? static_cast<int64_t>(c->bits << unused) >> unused
                                        : static_cast<int64_t>(c->bits);
    for (size_t i = 0; i < inst.cases.size(); ++i) {
      const auto& values = inst.cases[i].values;
      if (std::find(values.begin(), values.end(), value) != values.end())
        return inst.regions[i].get();
    }
    return inst.regions.back().get();
  }

  // How often a `for` of constants runs, as far as it matters: 0, 1, or 2 for anything else.
  static int runs(const Inst& loop) {
    const Inst *lo = loop.operands[0], *hi = loop.operands[1], *step = loop.operands[2];
    if (lo == hi) return 0;
    if (!lo->is_const() || !hi->is_const() || !step->is_const()) return 2;
    Type type = lo->type;
    int unused = 64 - bits_of(type);
    auto less = [&](uint64_t a, uint64_t b) {
      if (!type.is_signed()) return a < b;
      return static_cast<int64_t>(a << unused) < static_cast<int64_t>(b << unused);
    };
    if (!less(lo->bits, hi->bits) || !less(0, step->bits)) return 0;
    // The distance as an unsigned number of the type's width is exact, since lo < hi.
    uint64_t distance = (hi->bits - lo->bits) << unused >> unused;
    return distance <= step->bits ? 1 : 2;
  }

  // `if c { A; exit } rest`, where the exit leads to the end of `rest`: the rest moves into the
  // other arm.
  void absorb_rest(Region& region, size_t at, const Tail& tail, int depth) {
    Inst& branch = *region.insts[at];
    if (branch.op != Op::If || at + 1 == region.insts.size() || depth > kMaxDepth) return;
    for (int arm = 0; arm < 2; ++arm) {
      Region& leaves = *branch.regions[static_cast<size_t>(arm)];
      Region& stays = *branch.regions[static_cast<size_t>(1 - arm)];
      if (leaves.insts.empty() || !tail.covers(*leaves.insts.back()) || ends(stays)) continue;
      drop_after(leaves, leaves.insts.size() - 1);
      auto rest = region.insts.begin() + static_cast<long>(at) + 1;
      stays.insts.insert(stays.insts.end(), rest, region.insts.end());
      region.insts.erase(rest, region.insts.end());
      return;
    }
  }

  void nested(Inst& inst, bool is_last, const Tail& tail, int depth) {
    Tail inner;
    if (is_last && (inst.op == Op::Block || inst.op == Op::If || inst.op == Op::Switch))
      inner = tail;
    if (inst.op == Op::Block) inner.labels.push_back(&inst);
    for (auto& region : inst.regions) tidy(*region, inner, depth + 1);
  }

  // Puts the instructions of `from` in place of the one at `at`.
  void splice(Region& region, size_t at, Region& from) {
    std::vector<Inst*> insts = std::move(from.insts);
    from.insts.clear();
    auto place = region.insts.erase(region.insts.begin() + static_cast<long>(at));
    region.insts.insert(place, insts.begin(), insts.end());
    changed = true;
  }

  void tidy(Region& region, const Tail& tail, int depth) {
    for (size_t i = 0; i < region.insts.size();) {
      Inst& inst = *region.insts[i];
      if (Region* arm = taken(inst)) {
        for (auto& other : inst.regions) {
          if (other.get() != arm) count(*other, size_t{0} - 1);
        }
        splice(region, i, *arm);
        continue;
      }
      if (inst.op == Op::For && exits[&inst] == 0 && runs(inst) < 2) {
        if (runs(inst) == 0) {
          drop(inst);
          region.insts.erase(region.insts.begin() + static_cast<long>(i));
        } else {
          replaced[inst.index] = inst.operands[0];
          splice(region, i, inst.body());
        }
        continue;
      }
      absorb_rest(region, i, tail, depth);
      nested(inst, i + 1 == region.insts.size(), tail, depth);
      if (inst.op == Op::Loop && ends(inst.body())) {
        inst.op = Op::Block;  // never turns back
        changed = true;
        continue;
      }
      if (inst.op == Op::Block && exits[&inst] == 0) {
        splice(region, i, inst.body());
        continue;
      }
      bool empty = !inst.regions.empty() && inst.op != Op::Loop &&
                   std::all_of(inst.regions.begin(), inst.regions.end(),
                               [](const auto& r) { return r->insts.empty(); });
      if (empty) {
        region.insts.erase(region.insts.begin() + static_cast<long>(i));
        changed = true;
        continue;
      }
      if (i + 1 < region.insts.size() && ends(inst)) drop_after(region, i + 1);
      ++i;
    }
    if (!region.insts.empty() && tail.covers(*region.insts.back()))
      drop_after(region, region.insts.size() - 1);
  }
};

}  // namespace

bool tidy_control(Function& function) {
  Tidier tidier{function, false, {}, {}};
  tidier.count(function.body, 1);
  Tidier::Tail tail;
  tail.returns = function.results.empty();
  tidier.tidy(function.body, tail, 0);
  replace_all(function.body, std::move(tidier.replaced));
  return tidier.changed;
}

}  // namespace tack::transform
