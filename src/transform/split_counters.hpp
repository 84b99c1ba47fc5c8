// SPDX-License-Identifier: Apache-2.0
// A counter that lanes read after they left its loop at different times is varying, although inside
// the loop all lanes that are on agree on it:
//
//   loop $l { if k < n and ... { } else { exit $l }  ...  k = k + 1 }   ... k ...
//
// This pass gives such a loop a second var that nobody reads afterwards, so that it stays one
// scalar: its comparisons cost no vector instruction, what it indexes is a scalar load.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// For a kernel about to be vectorised.
void split_counters(ir::Function& kernel);

}  // namespace tack::transform
