// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// Atomics as a load, an op and a store, for targets that run items one after the other. None is
// left.
void plain_atomics(ir::Function& function);

}  // namespace tack::transform
