// SPDX-License-Identifier: Apache-2.0
// What differs between the items of one gang, which run in lock step along the fastest dimension.
//
// *Uniform* means: the same in all lanes that are on where the value is made. A value is used only
// by lanes that passed its definition, so it is then the same in all its users' lanes too.
//
// A lane is off because it took another arm of a varying `if` or `switch`, or because it has left
// an enclosing label; it waits at the later arm, after the construct, or after the label. A store
// disturbs a waiting lane only if the var is live at the place where the lane waits: such stores
// *blend*, and a var with one is varying. So a loop counter that nobody reads after the loop stays
// uniform although lanes leave the loop at different times.
//
// A load from a buffer at a uniform index is uniform, written buffer or not: items are
// independent, so if two lanes read the element, no lane of the gang writes it; and if one lane
// reads it, that lane's own stores stand before it in the same program order.
#pragma once

#include <unordered_set>

#include "analysis/liveness.hpp"
#include "ir/ir.hpp"

namespace tack::analysis {

class Uniformity {
 public:
  explicit Uniformity(const ir::Function& kernel);

  // A value that lanes disagree on; for a Var: its content.
  bool varying(const ir::Inst& value) const { return varying_.contains(&value); }
  // If, Switch: lanes may choose different arms. For: lanes may run it different times.
  bool varying_control(const ir::Inst& construct) const { return control_.contains(&construct); }
  // Block, Loop, For: lanes that have left it may wait behind it while others are inside.
  bool diverges(const ir::Inst& label) const { return diverges_.contains(&label); }
  // Exit, Return: others of the gang may stay inside what it leaves, so that it cannot be a jump.
  bool varying_exit(const ir::Inst& exit) const { return exits_.contains(&exit); }
  // Some varying exit goes from inside the label to a place outside it (not just behind it).
  bool left_past(const ir::Inst& label) const { return past_.contains(&label); }
  // A varying exit or return leaves the construct, or (label) goes behind it.
  bool drops_lanes(const ir::Inst& construct) const { return drops_.contains(&construct); }
  // Store: lanes that are off may read the var later.
  bool blends(const ir::Inst& store) const { return blends_.contains(&store); }

 private:
  struct Frame {
    const ir::Inst* construct;
    size_t arm;
  };

  using Set = std::unordered_set<const ir::Inst*>;

  void mark(Set& set, const ir::Inst& inst) { changed_ |= set.insert(&inst).second; }
  void visit(const ir::Region& region);
  void visit_value(const ir::Inst& inst);
  void visit_store(const ir::Inst& inst);
  void visit_exit(const ir::Inst& inst);
  bool may_disturb(const ir::Inst& var) const;
  bool any_varying(const ir::Inst& inst, size_t from = 0) const;

  Liveness liveness_;
  std::vector<Frame> stack_;
  std::unordered_map<const ir::Inst*, size_t> depth_;  // of a var's declaration in stack_
  Set varying_, control_, diverges_, exits_, past_, drops_, blends_;
  bool returns_ = false;  // some lanes return before others
  bool changed_ = false;
};

}  // namespace tack::analysis
