// SPDX-License-Identifier: Apache-2.0
// In a loop whose lanes drop out one by one, code behind masked loads is written a second time for
// where the whole gang stands inside: inside the buffers it loads from, and on the inner side of
// the index tests that guard the loads. There the tests are constants and the loads plain ones: a
// lane that is off may be read where it is inside the buffer, and what it holds is nobody's.
//
// A masked load waits for its mask, and the mask of the next turn for what was loaded: a ray march
// takes the latency of that chain at every step, and half of its vector instructions are about
// masks. Plain loads depend on the index alone.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// For gang kernels; others stay as they are.
void specialise_inside(ir::Module& module);

}  // namespace tack::transform
