// SPDX-License-Identifier: Apache-2.0
// Threads of the host program may have small stacks (64 KiB and less), kernels may have a mebibyte
// of local arrays: their items then run on a stack that belongs to the launch.
#pragma once

#include <cstddef>
#include <cstdint>

#include "runtime/tack_rt.h"

namespace tack::rt {

// Bytes between here and the end of the calling thread's stack; a large number when that is not
// known. A comparison and a subtraction after the thread's first question.
size_t stack_left();

// Pages for a stack, with one below them that nobody may touch. `top` is null when there is no
// memory.
struct OwnStack {
  char* base = nullptr;
  size_t size = 0;
  char* top() const { return base ? base + size : nullptr; }
};
OwnStack make_stack(size_t bytes);
void free_stack(OwnStack stack);

// entry(args, begin, end, context) on the stack that ends at `top`. Signals that arrive meanwhile
// are handled there too.
void call_on_stack(char* top, tack_rt_entry entry, const void* args, int64_t begin, int64_t end,
                   void* context);

}  // namespace tack::rt
