// SPDX-License-Identifier: Apache-2.0
// What code costs a gang, in vector instructions, and the limits that the vectoriser compares with.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// An arm of a varying branch up to this cost runs under its mask without a test whether any lane
// wants it: a test and a jump that is hard to predict cost about a dozen vector instructions.
inline constexpr int kFlattenCost = 12;
// After lanes have left, the rest of a region is skipped when none remains only if it costs more
// than this: that none remains happens at most once a gang.
inline constexpr int kSkipCost = 64;
// Such skips inside each other; each nests the rest of the region one deeper.
inline constexpr int kMostSkips = 8;

int cost(const ir::Inst& inst);
int cost(const ir::Region& region);

}  // namespace tack::transform
