// SPDX-License-Identifier: Apache-2.0
// Replaces a load of a scalar variable by the value that the variable is known to hold there: the
// last one stored on every path since, or the zero of its `var`. Then removes stores that a later
// store overwrites at once, and variables that nothing reads. Structured code makes this one walk:
// a store counts until its region ends, and a loop forgets what its body stores.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

void promote_vars(ir::Module& module);

}  // namespace tack::transform
