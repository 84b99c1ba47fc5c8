// SPDX-License-Identifier: Apache-2.0
// Computes 64-bit integers in pairs of 32 bits, for targets that lack them: SPIR-V without Int64,
// C89.
//
// Before it: calls, `for`, kernel indices and extents, buffer_len and struct vars are gone from the
// function, switches are on 32 bits, no parameter is a 64-bit integer.
//
// After it no value is a 64-bit integer. A buffer of them is a buffer<u32>, twice as long, each
// element's words in the target's byte order. Indices of buffers and vars keep their low word: this
// code reaches 2^32 elements. What stays are the two patterns around a bitcast of f64, for the
// target to print:
//
//   %p: u64 = bitcast %f; %low: u32 = convert %p; %q: u64 = shr %p, 32u64; %high: u32 = convert %q
//   %l: u64 = convert %low; %h: u64 = convert %high; %s: u64 = shl %h, 32u64; %p: u64 = or %s, %l;
//   %f: f64 = bitcast %p
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

void lower_int64(ir::Function& function);

}  // namespace tack::transform
