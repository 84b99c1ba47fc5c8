// SPDX-License-Identifier: Apache-2.0
// Keeps subnormal numbers on a device that takes them for zero or makes them zero: additions and
// multiplications branch to a fused multiply-add where one may be met, which exact_floats then
// computes in integers; comparisons are of integers; signs are bits.
//
// Division, square root and fma are left to exact_floats, which must replace them all.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

struct Subnormals {
  bool keep32 = true, keep64 = true;  // widths to do this for
};

void keep_subnormals(ir::Function& function, Subnormals which);

}  // namespace tack::transform
