// SPDX-License-Identifier: Apache-2.0
// Element conversion by the kernel language's rules (docs/ir.md, `convert`): integers modulo 2^N,
// floats to integers toward zero and saturating with NaN to 0.
#pragma once

#include <cstdint>

#include "ir/type.hpp"

namespace tack::py {

// n elements from `src` (unaligned is fine), `stride` bytes apart, into contiguous `dst`.
void convert_row(ir::Kind from, const char* src, int64_t stride, ir::Kind to, void* dst, int64_t n);

// The bits of a Python number as one element; `is_float` picks which of the two values counts.
void store_number(ir::Kind to, void* dst, bool is_float, double f, uint64_t low_bits);

}  // namespace tack::py
