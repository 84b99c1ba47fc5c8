// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <functional>

namespace tack {

// Runs `work` to its end on a thread of its own with 64 MiB of stack (address space; memory only
// where it is touched) and throws what it throws. The compiler walks trees that the user nested,
// and LLVM wants more than the 64 KiB that a thread of the host program may have. Costs about 30
// us.
void run_on_big_stack(const std::function<void()>& work);

// More than reading source text takes: nesting has its limits (frontend/python/tree.hpp), a level
// costs up to 2 KiB.
inline constexpr size_t kReadStack = size_t{4} << 20;

// The same for work of which `bytes` of stack are known to be enough: on the calling thread when it
// has them. A thread of its own costs more than it takes: the other processor may be asleep or
// busy.
void run_with_stack(size_t bytes, const std::function<void()>& work);

}  // namespace tack
