// SPDX-License-Identifier: Apache-2.0
// Where control goes in structured code.
#pragma once

#include "ir/ir.hpp"

namespace tack::ir {

// Ends its region: nothing may stand after it.
inline bool is_jump(const Inst& inst) {
  return inst.op == Op::Exit || inst.op == Op::Return || inst.op == Op::Trap;
}

// Does control never reach what stands after it?
bool ends(const Inst& inst);
bool ends(const Region& region);

// Is there an exit to `label` in the region?
bool exits_to(const Region& region, const Inst& label);

}  // namespace tack::ir
