// SPDX-License-Identifier: Apache-2.0
// Inside the vectoriser: regions (vectorise.cpp), control (vectorise_control.cpp), vars and buffers
// (vectorise_memory.cpp), what goes lane by lane (vectorise_atomics.cpp). Values are in
// gang_writer.hpp.
#pragma once

#include <functional>
#include <unordered_set>

#include "transform/gang_writer.hpp"
#include "transform/vectorise.hpp"

namespace tack::transform {

using analysis::Access;
using ir::Builder;
using ir::Inst;
using ir::Op;
using ir::Region;
using ir::Type;

// The lanes that are on. No value: no lane can be on, and nothing more is emitted in the region.
struct Mask {
  Inst* value = nullptr;
  bool some = false;  // at least one lane is known to be on
};

// A label around the place of emission.
struct Scope {
  const Inst* from;
  Inst* to;    // the label in gang code; none when no jump goes there
  Inst* past;  // var of the lanes that will go on after it; none when all that came will
};

class Vectoriser {
 public:
  Vectoriser(ir::Function& kernel, uint16_t width)
      : kernel_(kernel),
        width_(width),
        uniformity_(kernel),
        ranges_(kernel),
        shapes_(kernel, uniformity_, ranges_, width),
        writer_(kernel, width, uniformity_, shapes_),
        out_(writer_.out()) {}

  KernelReport run();

 private:
  Mask region(const Region& from, Mask on, size_t at = 0);
  Mask instruction(const Inst& inst, Mask on);
  Mask exit(const Inst& inst, Mask on);
  Mask branch(const Inst& inst, Mask on);
  Mask varying_branch(const Inst& inst, Mask on);
  Mask block(const Inst& inst, Mask on);
  Mask loop(const Inst& inst, Mask on);
  Mask varying_for(const Inst& inst, Mask on);
  void close_iteration(Inst* made, Inst* again, Mask end);
  Mask after(const Inst& inst, Mask on, Inst* past);
  using Fill = std::function<Mask(Mask)>;
  Mask when_any(Mask on, bool may_lose, const Fill& fill);

  void declare(const Inst& inst);
  void load(const Inst& inst, Mask on);
  void store(const Inst& inst, Mask on);
  void load_elem(const Inst& inst, Mask on);
  void store_elem(const Inst& inst, Mask on);
  // --- vectorise_atomics.cpp
  void atomic(const Inst& inst, Mask on);
  void print(const Inst& inst, Mask on);
  void each_lane(Mask on, const std::function<void(Inst* lane)>& fill);
  Inst* of_lane(const Inst* value, Inst* lane);
  bool is_count(const Inst& inst, const Inst* lanes) const;
  Inst* address_base(const Inst& index);
  std::vector<Inst*> scalar_path(const Inst& inst, size_t end);
  Inst* flat_index(const Inst& inst, size_t end);
  bool has_flat_path(const Inst& var) const;
  void note(const Inst& inst, Access access);

  Inst* mask_var(const char* name) { return out_.var(Type::mask(width_), name); }
  Inst* open_past(const Inst& label, Mask on);
  // Whether the region of emission ends in a jump.
  bool has_ended() const {
    const auto& insts = out_.region().insts;
    return !insts.empty() && (insts.back()->op == Op::Exit || insts.back()->op == Op::Return);
  }
  bool loses(const Inst& inst) const;
  bool just_leaves(const Region& body) const;
  bool needs_lane(const Inst& inst) const;
  bool needs_lane(const Region& region) const;
  bool is_var_access_unsafe(const Inst& inst, size_t end) const;

  ir::Function& kernel_;
  uint16_t width_;
  analysis::Uniformity uniformity_;
  analysis::Ranges ranges_;
  analysis::AccessShapes shapes_;
  GangWriter writer_;
  Builder& out_;
  std::vector<Scope> scopes_;
  std::unordered_map<const Inst*, Inst*> vars_;
  int skips_ = 0;               // open ones for cost alone
  const Region* in_ = nullptr;  // the instruction being turned: where it stands
  size_t at_ = 0;
  std::unordered_set<const Inst*> jumped_;        // labels that some uniform exit names
  std::unordered_set<const Inst*> used_atomics_;  // whose old value somebody reads
  KernelReport report_;
};

}  // namespace tack::transform
