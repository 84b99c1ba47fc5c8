// SPDX-License-Identifier: Apache-2.0
#include "transform/simplify.hpp"

#include <unordered_set>

#include "transform/hoist.hpp"
#include "transform/identities.hpp"
#include "transform/remove_dead.hpp"
#include "transform/rewrite.hpp"
#include "transform/tidy_control.hpp"

namespace tack::transform {
namespace {

using namespace ir;

// Each round is linear; what is left after this many is rare and harmless.
constexpr int kMaxRounds = 8;

struct SameHash {
  size_t operator()(const Inst* inst) const {
    size_t hash = static_cast<size_t>(inst->op) * 0x9E3779B97F4A7C15u;
    auto mix = [&](uint64_t value) { hash = (hash ^ value) * 0x100000001B3u + (hash >> 29); };
    mix(static_cast<uint64_t>(inst->type.kind) << 24 | inst->type.lanes);
    mix(inst->bits);
    for (const Inst* operand : inst->operands) mix(reinterpret_cast<uintptr_t>(operand));
    return hash;
  }
};
struct Same {
  bool operator()(const Inst* a, const Inst* b) const {
    return a->op == b->op && a->type == b->type && a->bits == b->bits &&
           a->operands == b->operands && a->callee == b->callee && a->global == b->global;
  }
};

struct Simplifier {
  Function& f;
  bool changed = false;
  ValueMap replaced;
  std::unordered_set<Inst*, SameHash, Same> known;  // pure instructions that dominate

  void replace(Inst* inst, Inst* by) {
    replaced[inst] = by;
    changed = true;
  }
  void update_operands(Inst& inst) {
    for (Inst*& operand : inst.operands) {
      auto found = replaced.find(operand);
      if (found != replaced.end()) operand = found->second;
    }
  }

  // True when the instruction is replaced and goes.
  bool replaces(Inst* inst) {
    if (!is_pure(inst->op)) return false;
    for (int round = 0; round < 4; ++round) {
      bool rewritten = false;
      Inst* value = simpler(f, *inst, rewritten);
      if (value) return replace(inst, value), true;
      if (!rewritten) break;
      changed = true;
    }
    auto [at, is_new] = known.insert(inst);
    if (!is_new) replace(inst, *at);
    return !is_new;
  }

  void region(Region& body) {
    std::vector<Inst*> added;
    std::vector<Inst*> kept;
    for (Inst* inst : body.insts) {
      update_operands(*inst);
      if (replaces(inst)) continue;
      if (is_pure(inst->op)) added.push_back(inst);
      for (auto& inner : inst->regions) region(*inner);
      kept.push_back(inst);
    }
    body.insts = std::move(kept);
    for (Inst* inst : added) known.erase(inst);
  }
};

}  // namespace

void simplify(Function& function) {
  if (function.is_extern()) return;
  for (int round = 0; round < kMaxRounds; ++round) {
    Simplifier simplifier{function, false, {}, {}};
    simplifier.region(function.body);
    bool changed = simplifier.changed;
    changed |= remove_dead(function);
    changed |= tidy_control(function);
    changed |= hoist_invariants(function);
    if (!changed) return;
  }
}

void simplify(Module& module) {
  for (const auto& function : module.functions) simplify(*function);
}

}  // namespace tack::transform
