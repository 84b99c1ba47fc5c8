// SPDX-License-Identifier: Apache-2.0
// Constant folding, identities, common subexpressions, loop-invariant code, dead code and tidy
// control, until nothing changes.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

void simplify(ir::Module& module);
void simplify(ir::Function& function);

}  // namespace tack::transform
