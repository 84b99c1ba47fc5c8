// SPDX-License-Identifier: Apache-2.0
// `if u or v { exit }`, where the lanes of a gang agree on u but not on v, becomes
// `if u { exit }  if v { exit }`: the first is one jump of the whole gang and needs no mask. So
// does `if u and v { ... } else { exit }`.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// For a kernel about to be vectorised.
void split_conditions(ir::Function& kernel);

}  // namespace tack::transform
