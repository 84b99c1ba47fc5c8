// SPDX-License-Identifier: Apache-2.0
// In a counted loop of gang code, what all lanes share and only the counter decides is computed one
// turn ahead: floats, and integers made of them. A ray march finds its place that way, so that a
// turn began with a chain of 40 cycles (multiply, floor, convert, address, load) before the first
// lane could work, longer than processors look ahead. Nothing here can trap, so the turn after the
// last may be computed in vain.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// For gang kernels; others stay as they are.
void uniform_ahead(ir::Module& module);

}  // namespace tack::transform
