// SPDX-License-Identifier: Apache-2.0
// Reductions become ordinary code on hidden buffers.
//
// For reduction N (in order) the kernel gets one more parameter at the end, `partials.N`: a buffer
// of 64 elements, the copies of a block (docs/ir.md "Kernels"). An item loads its copy, number
// `flat index mod 64`, into a var when it begins and stores it back when it ends, also where it
// returned. Vectorised, that is one load and one store of consecutive elements a gang.
#pragma once

#include <string_view>

#include "ir/ir.hpp"

namespace tack::transform {

// Afterwards the kernel has no reductions: whoever launches it takes their ops and types before.
void lower_reductions(ir::Function& kernel);
void lower_reductions(ir::Module& module);

}  // namespace tack::transform
