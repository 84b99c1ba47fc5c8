// SPDX-License-Identifier: Apache-2.0
// Algebraic identities of single instructions. For floats only those that hold for NaN, both zeros
// and infinities.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// A value that is the same as `inst` and stands before it (an operand, or a constant), or null. May
// rewrite `inst` in place into a simpler equal instruction; `changed` says so.
ir::Inst* simpler(ir::Function& function, ir::Inst& inst, bool& changed);

}  // namespace tack::transform
