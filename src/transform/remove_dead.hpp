// SPDX-License-Identifier: Apache-2.0
// Removes pure instructions, loads and variables that nothing uses.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// True when it removed something.
bool remove_dead(ir::Function& function);

}  // namespace tack::transform
