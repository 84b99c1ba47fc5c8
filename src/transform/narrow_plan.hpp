// SPDX-License-Identifier: Apache-2.0
// Which values of one width are computed in half of it (narrow.cpp does so).
#pragma once

#include <optional>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "analysis/ranges.hpp"
#include "ir/ir.hpp"

namespace tack::transform {

class NarrowPlan {
 public:
  // From 64 bits to 32, or from 32 to 16.
  NarrowPlan(const ir::Function& function, const analysis::Ranges& ranges, int from, int to);

  // A value, var, comparison, int-to-float conversion or `for` to be narrowed.
  bool chosen(const ir::Inst& inst) const { return chosen_.contains(&inst); }
  // The type that holds a chosen value or var.
  ir::Type type_of(const ir::Inst& inst) const;
  // The type in which a chosen instruction computes (of its operands).
  ir::Type compute_type(const ir::Inst& inst) const;
  // A chosen value that something unchosen uses as it was.
  bool wanted_wide(const ir::Inst& value) const { return wide_.contains(&value); }
  bool is_empty() const { return chosen_.empty(); }

 private:
  bool is_wide(ir::Type type) const;
  bool is_candidate(const ir::Inst& inst) const;
  bool fits(const ir::Inst& value) const;
  std::optional<ir::Type> common_type(const ir::Inst& inst) const;
  bool is_valid(const ir::Inst& inst) const;
  bool wants_low_bits(const ir::Inst& user, size_t operand) const;
  void settle();
  void weigh();
  void join(const ir::Inst* a, const ir::Inst* b);

  const ir::Function& function_;
  const analysis::Ranges& ranges_;
  int from_, to_;
  std::vector<const ir::Inst*> all_;  // instructions in order, and hidden values
  std::unordered_set<const ir::Inst*> chosen_, low_, wide_;
  std::unordered_map<const ir::Inst*, const ir::Inst*> parent_;
};

}  // namespace tack::transform
