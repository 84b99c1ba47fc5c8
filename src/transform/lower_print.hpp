// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// `print` as a call of the runtime's tack_rt_print, at the target stage. None is left.
void lower_print(ir::Module& module);

}  // namespace tack::transform
