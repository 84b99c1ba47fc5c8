// SPDX-License-Identifier: Apache-2.0
// Computes integers in the narrowest lanes that give the same result: 64 bits in 32, then sums of
// 8- and 16-bit elements in 16. Runs before the width of a gang is chosen, since half the bits is
// twice the lanes (measured on AVX2: i64 to f32 0.67 ns an item, i32 0.087; a u8 blur 0.15 in i32,
// 0.075 in i16).
//
// A value may be narrow if ranges show that it fits, or if all its users want its low bits only.
// An index into a buffer wants 32 bits when the kernel promises to be `small`: an index that is in
// range is below 2^31, and one that is not has no meaning anyway.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

void narrow(ir::Function& function);
void narrow(ir::Module& module);  // each kernel, before vectorising

}  // namespace tack::transform
