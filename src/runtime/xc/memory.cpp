// SPDX-License-Identifier: Apache-2.0
// XC's new and delete.
#include <stdlib.h>
#include <string.h>

#include "runtime/xc/object_layout.h"
#include "runtime/xc/xc_rt.h"

namespace {

tack_rt_xc_take take = nullptr;
tack_rt_xc_give give = nullptr;
void* watcher = nullptr;

}  // namespace

void* tack_rt_xc_allocate(uint64_t bytes, uint64_t prefix) {
  return take ? take(watcher, bytes, prefix) : calloc(1, bytes);
}

void* tack_rt_xc_reallocate(void* memory, uint64_t kept, uint64_t bytes) {
  if (!take) return realloc(memory, bytes);
  void* made = take(watcher, bytes, 0);
  if (!made || !memory) return made;
  memcpy(made, memory, kept);
  tack_rt_xc_release(memory);
  return made;
}

void tack_rt_xc_release(void* memory) {
  if (!memory) return;
  if (!give || !give(watcher, memory)) free(memory);
}

void tack_rt_xc_watch_memory(tack_rt_xc_take taker, tack_rt_xc_give giver, void* self) {
  take = taker;
  give = giver;
  watcher = self;
}

bool tack_rt_xc_watched(void) { return take != nullptr; }

void* tack_rt_xc_new(uint64_t count, uint64_t size) {
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes) ||
      __builtin_add_overflow(bytes, uint64_t{TACK_XC_BLOCK_PREFIX}, &bytes))
    return nullptr;
  void* memory = tack_rt_xc_allocate(bytes, TACK_XC_BLOCK_PREFIX);
  if (!memory) return nullptr;
  *static_cast<uint64_t*>(memory) = count;
  return static_cast<char*>(memory) + TACK_XC_BLOCK_PREFIX;
}

void tack_rt_xc_delete(void* block) {
  if (block) tack_rt_xc_release(static_cast<char*>(block) - TACK_XC_BLOCK_PREFIX);
}
