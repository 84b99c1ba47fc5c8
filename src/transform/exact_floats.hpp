// SPDX-License-Identifier: Apache-2.0
// Division, square root and fused multiply-add in integers, correctly rounded (nearest, ties to
// even), subnormals kept: for devices whose own are not exact or not known to be. Vulkan promises
// 2.5 ulp for division.
//
// Costs about 25 rounds of four operations for an f32 quotient or root, 55 for f64; the fused
// multiply-add is straight code on two words. f64 needs 64-bit integers or lower_int64 after it.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// What to replace.
struct ExactFloats {
  bool div32 = true, div64 = true;
  bool sqrt32 = true, sqrt64 = true;
  bool fma32 = true, fma64 = true;
};

void exact_floats(ir::Function& function, ExactFloats which);

}  // namespace tack::transform
