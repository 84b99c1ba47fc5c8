// SPDX-License-Identifier: Apache-2.0
// Loop-invariant code motion: pure instructions of a loop's body whose operands come from outside
// move before the loop. Only those that every turn runs into, or may at most leave by an exit
// before: what stands in an `if` stays there. Pure instructions never trap, so a loop that does not
// turn at all is no worse than slower.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// True when it moved something.
bool hoist_invariants(ir::Function& function);

}  // namespace tack::transform
