// SPDX-License-Identifier: Apache-2.0
// Computes 64-bit integers in pairs of 32 bits, for targets that lack them: SPIR-V without Int64,
// C89. After it no instruction of the function has a 64-bit integer type.
//
// Before it: calls, `for` and kernel indices are gone from the function (what is left of an entry
// or a device function), no parameter and no buffer is 64 bits of integer, buffer indices and
// access paths are 32 bits wide at most, switches are on 32 bits.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

void lower_int64(ir::Function& function);

}  // namespace tack::transform
