// SPDX-License-Identifier: Apache-2.0
// The report's sentences about decisions.
#pragma once

#include "runtime/xc/block.hpp"

namespace tack::rt {

// Once a block: why it is on the CPU, where somebody asked or the GPU cannot run it (why_not; null
// where it could). block may be null.
void explain_cpu(Block* block, const Decision& decision, const char* why_not);

// What a measurement has shown.
void explain_outcome(const Block& block, Outcome outcome);

}  // namespace tack::rt
