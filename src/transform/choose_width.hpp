// SPDX-License-Identifier: Apache-2.0
// How many items of a kernel run in lock step: 1, 2 or 4 native vectors of the type that its
// varying work is mostly in, or 1 item when gangs do not pay. Runs after narrowing.
#pragma once

#include <cstdint>
#include <string>

#include "ir/ir.hpp"
#include "ir/target.hpp"

namespace tack::transform {

struct WidthChoice {
  uint16_t width = 1;  // 1: leave the kernel scalar
  std::string reason;  // one line, for reports: "2 vectors of 8 x 32 bits"
  ir::Loc loc = 0;     // the instruction that decided, when one did
};

// `forced` takes the place of the estimate (TACK_CPU_GANG), not of a refusal; 0: none.
WidthChoice choose_gang_width(const ir::Function& kernel, const ir::Target& target,
                              uint16_t forced = 0);

}  // namespace tack::transform
