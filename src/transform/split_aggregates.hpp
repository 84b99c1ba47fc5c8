// SPDX-License-Identifier: Apache-2.0
// Splits variables of structs and arrays into variables of their parts, so that promote_vars and
// the back ends see scalars: a struct becomes one var a field, also inside arrays (an array of
// structs becomes an array for each field); an array dimension that only constants index becomes
// one var for each constant, up to kMaxSplitElements. A var whose address is taken stays.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

inline constexpr size_t kMaxSplitElements = 64;

void split_aggregates(ir::Module& module);

}  // namespace tack::transform
