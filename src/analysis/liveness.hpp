// SPDX-License-Identifier: Apache-2.0
// Which vars may still be read after a construct, or at the start of an arm, before they are
// written whole again. Scalar liveness: what holds for one item's own path.
#pragma once

#include <cstdint>
#include <unordered_map>
#include <vector>

#include "ir/ir.hpp"

namespace tack::analysis {

class Liveness {
 public:
  explicit Liveness(const ir::Function& function);

  // At the point after a Block, Loop, For, If or Switch.
  bool live_after(const ir::Inst& construct, const ir::Inst& var) const;
  // At the start of a region of a construct.
  bool live_in(const ir::Region& region, const ir::Inst& var) const;

 private:
  using Set = std::vector<uint64_t>;

  bool has(const Set& set, const ir::Inst& var) const;
  void sweep(const ir::Region& region, Set& live);
  void merge(Set& into, const Set& from);

  std::unordered_map<const ir::Inst*, size_t> ids_;
  std::unordered_map<const ir::Inst*, Set> after_;
  std::unordered_map<const ir::Region*, Set> in_;
  size_t words_ = 0;
  bool changed_ = false;
};

}  // namespace tack::analysis
