// SPDX-License-Identifier: Apache-2.0
// The fixed order of reductions, shared by the interpreter, the runtime and every back end.
#pragma once

#include <algorithm>
#include <cstdint>

namespace tack::ir {

inline constexpr int64_t kReductionLanes = 64;

// Items in a block, from the number of items alone: at most 1024 blocks once a block is more than
// 4096 items, and always a multiple of kReductionLanes.
inline int64_t reduction_block(int64_t items) {
  int64_t even = (items + 1023) / 1024;
  return std::max<int64_t>(4096, (even + kReductionLanes - 1) / kReductionLanes * kReductionLanes);
}

}  // namespace tack::ir
