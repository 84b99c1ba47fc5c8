// SPDX-License-Identifier: Apache-2.0
// Gang code under `if any(m)` is written a second time for the gangs whose lanes are all on: there
// m is a constant, and masked accesses are plain ones. It pays where a mask guards several
// accesses: a u8 stencil with a border test is 4 times faster (8- and 16-bit lanes have no masked
// moves before AVX-512, and each access would test the mask again).
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// For gang kernels; others stay as they are.
void specialise_full_masks(ir::Module& module);

}  // namespace tack::transform
