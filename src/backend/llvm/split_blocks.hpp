// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "backend/llvm/precompile.hpp"

namespace tack::llvm_backend {

// Cuts long straight-line code into blocks of bounded size. Instruction selection, scheduling, the
// machine combiner and the splitting of live ranges work a block at a time, and some of their
// algorithms are quadratic in a block's length: 800 lines with a division each took 71 s as one
// block and 4 s in pieces. Returns the number of cuts.
unsigned split_blocks(llvm::Function& function);

}  // namespace tack::llvm_backend
