// SPDX-License-Identifier: Apache-2.0
// What the runtime calls for a program: a callback (lower_callback.cpp: code, weak box) or a block
// (lower_block.cpp: an object whose first field is its code).
#pragma once

#include <stdint.h>

namespace tack::rt {

struct Callee {
  // Null: there is nothing to call.
  void (*code)(void* on);
  // Counted once more, null for a function.
  void* on;
};

// Of the address of a variable. A callback whose object has ended has nothing to call.
Callee callee_of_callback(const void* variable);
Callee callee_of_block(const void* variable);
void let_go(const Callee& callee);

}  // namespace tack::rt
