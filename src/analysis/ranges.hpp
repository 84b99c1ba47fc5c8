// SPDX-License-Identifier: Apache-2.0
// What values an integer may take, for items that execute its definition.
//
// Vars are joined over all their stores (and the zero they begin with); a value is narrowed by the
// conditions that lead to a use (`if i < n { ... i ... }`), also through loads of one var between
// two stores. A fixed point with widening at the type sizes, then two rounds back down.
#pragma once

#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/interval.hpp"
#include "ir/ir.hpp"

namespace tack::analysis {

class Ranges {
 public:
  explicit Ranges(const ir::Function& function);

  // Of an integer or i1 value (one value or lanes), where it is made; of a var's content. All of
  // the type when nothing is known.
  Interval of(const ir::Inst& value) const;

 private:
  using Values = std::unordered_map<const ir::Inst*, Interval>;
  using Current = std::unordered_map<const ir::Inst*, const ir::Inst*>;

  void round();
  void visit(const ir::Region& region);
  void visit_nested(const ir::Inst& inst);
  void define(const ir::Inst& inst, Interval range);
  void stored(const ir::Inst& var, Interval range);
  void assume(const ir::Inst& condition, bool holds);
  void assume_range(const ir::Inst& value, Interval range);
  Interval now(const ir::Inst& value) const;
  Interval transfer(const ir::Inst& inst);
  Interval load(const ir::Inst& inst);
  Interval select(const ir::Inst& inst);
  const ir::Inst* same(const ir::Inst* value) const;
  void forget_stores(const ir::Region& region);
  Interval widen(Interval before, Interval after) const;

  const ir::Function& function_;
  Values values_;                                               // at the definition; vars: content
  Values next_vars_;                                            // this round's join
  std::unordered_map<const ir::Inst*, const ir::Inst*> alias_;  // load -> the value it gives
  Current current_;                                          // var -> the value that it holds here
  std::vector<std::pair<const ir::Inst*, Interval>> facts_;  // from conditions, innermost last
  bool changed_ = false, may_widen_ = false;
};

// The result of an op on operands in these intervals, within `type`.
Interval evaluate(ir::Op op, ir::Type type, Interval a, Interval b);

}  // namespace tack::analysis
