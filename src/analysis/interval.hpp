// SPDX-License-Identifier: Apache-2.0
// Closed intervals of integers, wide enough for every 64-bit type and one operation on them.
#pragma once

#include <algorithm>

#include "ir/type.hpp"

namespace tack::analysis {

using Wide = __int128;

struct Interval {
  Wide lo = 0, hi = 0;

  bool operator==(const Interval&) const = default;

  // All values of an integer type; {0, 1} for i1.
  static Interval of_type(ir::Type type) {
    if (type.is_bool()) return {0, 1};
    int bits = ir::bits_of(type);
    if (type.is_unsigned()) return {0, (Wide{1} << bits) - 1};
    return {-(Wide{1} << (bits - 1)), (Wide{1} << (bits - 1)) - 1};
  }

  bool within(const Interval& outer) const { return lo >= outer.lo && hi <= outer.hi; }
  bool fits(ir::Type type) const { return within(of_type(type)); }
  bool contains(Wide value) const { return lo <= value && value <= hi; }
  bool is_empty() const { return lo > hi; }
  Interval join(const Interval& o) const { return {std::min(lo, o.lo), std::max(hi, o.hi)}; }
  // A contradiction (code that never runs) keeps the first.
  Interval meet(const Interval& o) const {
    Interval both{std::max(lo, o.lo), std::min(hi, o.hi)};
    return both.is_empty() ? *this : both;
  }
};

}  // namespace tack::analysis
