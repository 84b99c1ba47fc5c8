// SPDX-License-Identifier: Apache-2.0
// What a run of a program knows of its blocks: who asked for which device, and what was learned.
#pragma once

#include "runtime/tack_rt.h"
#include "runtime/xc/choice.hpp"

namespace tack::rt {

// One for each block of the program, never freed. Guarded by blocks_lock().
struct Block {
  const tack_rt_kernel* kernel;
  Block* next;
  Wish setting;   // par.<name>
  Bounds bounds;  // learned here or read from the settings
  Measurement measurement;
  bool gpu_failed;  // its device gave it back once
  bool explained;   // the report has said why it stays where it is
};

void lock_blocks();
void unlock_blocks();

// With the lock. Made at a block's first run; null when there is no memory.
Block* block_of(const tack_rt_kernel* kernel);

// With the lock: everybody's wishes for it.
Wishes wishes_for(const Block& block);

// With the lock: keeps the block's bounds in the user's settings.
void keep_bounds(const Block& block);

}  // namespace tack::rt
