// SPDX-License-Identifier: Apache-2.0
// Makes every exit leave the innermost labelled region around it (ifs and switches between do not
// count): what SPIR-V, WGSL and C's break can say. An exit that goes further sets a flag and leaves
// one region; after each region on the way the flag is asked.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

void lower_exits(ir::Function& function);
void lower_exits(ir::Module& module);

}  // namespace tack::transform
