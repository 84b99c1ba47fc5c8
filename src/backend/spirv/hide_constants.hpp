// SPDX-License-Identifier: Apache-2.0
// Hides constants where drivers simplify wrongly. Mesa's llvmpipe (22.3) drops x + 0.0, makes 0.0
// of x * 0.0, 0.0 / x and x - x and 1.0 of x / x whatever x is, where a select gives the zero too
// (it knows that integers as floats compare equal to themselves), and Mesa's compiler takes
// select(c, 1.0, -0.0) for select(c, 1.0, 0.0), in integers of these bits too; declared
// SignedZeroInfNanPreserve and NoContraction change nothing. It also compares a signed integer that
// was widened to 64 bits with a constant as if both had no sign. The constant becomes a select that
// always takes it, by the top bit of an extent, which no compiler knows to be 0.
#pragma once

#include "backend/spirv/entry.hpp"
#include "ir/ir.hpp"

namespace tack::spirv {

// The last pass: simplify would bring back what it hides.
void hide_constants(ir::Function& function, Entry& entry);

}  // namespace tack::spirv
