// SPDX-License-Identifier: Apache-2.0
// Turns a kernel into the code of one invocation: an ordinary function that takes its invocation
// id, the first index of its slab, extents and lengths as parameters, computes its indices in 64
// bits and leaves when they lie outside.
//
// A kernel with reductions gets one invocation for each of the 64 copies of a block: it runs the
// copy's items in ascending order and stores the partial result, so that the launcher can fold them
// in the order that docs/ir.md fixes.
#pragma once

#include "backend/spirv/entry.hpp"
#include "ir/ir.hpp"

namespace tack::spirv {

// The kernel has no calls left. 64-bit parameters come as halves when the device has no Int64, and
// those below 32 bits come in 32.
Entry raise_entry(ir::Function& kernel, const vulkan::Capabilities& caps, vulkan::BufferForm form);

}  // namespace tack::spirv
