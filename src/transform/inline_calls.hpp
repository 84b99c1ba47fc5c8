// SPDX-License-Identifier: Apache-2.0
// Copies the functions that a kernel calls into it, calls within calls too, so that later passes
// see one body. A return becomes an exit from a block that holds the copy; results go through vars
// (none of both when the function's only return is its last instruction). Locations of the copy are
// chained to the call's.
#pragma once

#include "ir/ir.hpp"
#include "support/result.hpp"

namespace tack::transform {

// The error names the cycle of a recursion.
Result<void> inline_calls(ir::Module& module);

// Removes device functions that no kernel, host function, exported function or global reaches.
void drop_unused_functions(ir::Module& module);

}  // namespace tack::transform
