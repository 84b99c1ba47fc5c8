// SPDX-License-Identifier: Apache-2.0
// Structured control in fewer regions: no exits that go where control would go anyway, no blocks
// without exits, no branches on constants, no code after an end.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// True when it changed something.
bool tidy_control(ir::Function& function);

}  // namespace tack::transform
