// SPDX-License-Identifier: Apache-2.0
// Reductions in the fixed order of ir/reduction_order.hpp, on raw memory.
#pragma once

#include <cstdint>

#include "runtime/tack_rt.h"

namespace tack::rt {

inline constexpr int64_t kCopies = 64;
inline constexpr int64_t kCopyBytes = 8 * kCopies;  // one reduction's copies in a context

int element_bytes(uint8_t type);

// 64 copies of the identity at `copies`.
void fill_identity(tack_rt_reduction reduction, void* copies);

// The tree over the copies (strides 32, 16, 8, 4, 2, 1); the result is copy 0.
void fold_copies(tack_rt_reduction reduction, void* copies);

// *into = op(*into, *value).
void combine(tack_rt_reduction reduction, void* into, const void* value);

}  // namespace tack::rt
