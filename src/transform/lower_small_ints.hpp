// SPDX-License-Identifier: Apache-2.0
// Computes 8- or 16-bit integers in 32 bits, for targets that lack them. A small value lives in 32
// bits of its signedness, extended; what may leave its range is brought back.
//
// What is left of small types: load_elem and store_elem, and a convert to and from them right
// beside; vars and everything else are 32 bits wide.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

struct SmallInts {
  bool lower8 = true;
  bool lower16 = true;
};

void lower_small_ints(ir::Function& function, SmallInts which);

}  // namespace tack::transform
