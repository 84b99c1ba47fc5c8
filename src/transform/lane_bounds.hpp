// SPDX-License-Identifier: Apache-2.0
// Comparisons of lane numbers with a scalar, as GangWriter::compare_lanes writes them for an index
// that counts up: `lt lane_id, splat(count)` or `ge`, where count is how many lanes are below a
// limit: min(max(limit, least), most) - least with most = least + W.
#pragma once

#include <vector>

#include "ir/ir.hpp"

namespace tack::transform {

bool is_lane_test(const ir::Inst& inst);

struct LaneTest {
  explicit LaneTest(const ir::Inst& test);

  // The instructions that only serve the test, itself included.
  std::vector<const ir::Inst*> parts;
  ir::Inst* count;
  // Null when the count is written in another way.
  ir::Inst *limit = nullptr, *least = nullptr, *most = nullptr;
};

}  // namespace tack::transform
