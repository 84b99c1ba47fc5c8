// SPDX-License-Identifier: Apache-2.0
// Copies instructions between regions and functions of one module.
#pragma once

#include <unordered_map>

#include "ir/ir.hpp"

namespace tack::ir {

// From an old value to the new one. What is not in the map is used as it is (constants are
// interned again in the destination function).
using ValueMap = std::unordered_map<const Inst*, Inst*>;

// Copies `inst` (with its regions) into `to`, without putting it in a region. Adds it, its
// nested instructions and its labels to `map`. Every copied location is chained to `inlined_at`
// when that is not 0.
Inst* clone(const Inst& inst, Function& to, ValueMap& map, Loc inlined_at = 0);
void clone_into(const Region& from, Region& into, Function& to, ValueMap& map, Loc inlined_at = 0);

// Replaces operands through the whole region.
void replace_uses(Region& region, const ValueMap& map);

// The location of `inner` seen through the call at `outer`.
Loc chain(Module& module, Loc inner, Loc outer);

}  // namespace tack::ir
