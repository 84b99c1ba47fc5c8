// SPDX-License-Identifier: Apache-2.0
// Zeroed memory for arrays.
#pragma once

#include <cstdint>

namespace tack::py {

inline constexpr int64_t kArrayAlign = 64;  // a cache line and the widest vector

struct Block {
  void* data = nullptr;  // never null when allocation succeeded, also for 0 bytes
  int64_t mapped = 0;    // bytes of the mapping; 0: from the heap
};

// Null data when there is not that much memory.
Block allocate(int64_t bytes);
void release(Block block);

// Physical memory that nothing uses, for messages.
int64_t free_bytes();

}  // namespace tack::py
