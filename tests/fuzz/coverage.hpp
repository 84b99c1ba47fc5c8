// SPDX-License-Identifier: Apache-2.0
// Which pairs of op and types there are, and which of them programs reached.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace tack::fuzz {

// An op with what tells its uses apart: kinds of operands, result, index.
struct OpUse {
  ir::Op op;
  ir::Kind from;  // of the operands (of the values, for Select; of the element, for accesses)
  ir::Kind to;    // of the result; of the index, for accesses and `for`

  auto operator<=>(const OpUse&) const = default;
};

// Every scalar op with every pair of kinds that the type rules allow.
const std::vector<OpUse>& scalar_uses();
// Those, and every var, buffer, `for` and `switch` access with every kind.
const std::set<OpUse>& all_uses();

// The uses that an instruction makes; none for control.
std::vector<OpUse> uses_of(const ir::Inst& inst);
std::string text(const OpUse& use);

}  // namespace tack::fuzz
