// SPDX-License-Identifier: Apache-2.0
// Control that SPIR-V has no form for: `for` becomes a loop over a var, a switch on anything but 32
// bits becomes a switch on the number of the case that holds the subject.
#pragma once

#include "ir/ir.hpp"

namespace tack::spirv {

void lower_for(ir::Function& function);
void lower_switch(ir::Function& function);

}  // namespace tack::spirv
