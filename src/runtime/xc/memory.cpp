// SPDX-License-Identifier: Apache-2.0
// XC's new and delete.
#include <stdlib.h>

#include "runtime/xc/object_layout.h"
#include "runtime/xc/xc_rt.h"

void* tack_rt_xc_new(uint64_t count, uint64_t size) {
  uint64_t bytes = 0;
  if (__builtin_mul_overflow(count, size, &bytes) ||
      __builtin_add_overflow(bytes, uint64_t{TACK_XC_BLOCK_PREFIX}, &bytes))
    return nullptr;
  void* memory = calloc(1, bytes);
  if (!memory) return nullptr;
  *static_cast<uint64_t*>(memory) = count;
  return static_cast<char*>(memory) + TACK_XC_BLOCK_PREFIX;
}

void tack_rt_xc_delete(void* block) {
  if (block) free(static_cast<char*>(block) - TACK_XC_BLOCK_PREFIX);
}
