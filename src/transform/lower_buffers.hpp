// SPDX-License-Identifier: Apache-2.0
// Buffers become addresses: a buffer parameter becomes two, a pointer and an i64 length, and each
// access a ptr_load, ptr_store or one of their lanes forms. Arrays come from anywhere, so accesses
// claim no alignment (x86 does not mind). After it the module is at the target stage.
//
// In a `small` kernel every index of an active lane is below 2^31, so lanes of indices are cut to
// i32 first: gathers then take 32-bit lanes.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

void lower_buffers(ir::Module& module);

}  // namespace tack::transform
