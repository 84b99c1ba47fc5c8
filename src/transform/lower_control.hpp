// SPDX-License-Identifier: Apache-2.0
// Control that a target has no form for: `for` becomes a loop over a var, a switch on anything but
// 32 bits becomes a switch on the number of the case that holds the subject.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

void lower_for(ir::Function& function);
// Leaves the loops that C can count: 32-bit integers with the constant step 1, where the index never
// passes its end.
void lower_uncountable_for(ir::Function& function);
void lower_switch(ir::Function& function);

}  // namespace tack::transform
