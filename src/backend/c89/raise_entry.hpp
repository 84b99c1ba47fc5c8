// SPDX-License-Identifier: Apache-2.0
// Turns a kernel into an ordinary function of 32-bit numbers and buffers that runs its items in
// order: those of a box given by a first and an end index a dimension, or, when it has reductions,
// all of them, block by block and copy by copy as docs/ir.md fixes it.
#pragma once

#include <cstdint>
#include <vector>

#include "ir/ir.hpp"

namespace tack::c89 {

// What a parameter of the C function is, in order.
struct Parameter {
  enum class What : uint8_t {
    Buffer,  // the elements; 64-bit integers as two words, in the target's byte order
    Length,  // of the buffer before, in elements
    Number,  // below 32 bits: extended; i1: 0 or 1
    Low,
    High,  // the words of a 64-bit integer
    Extent,
    Begin,
    End,        // of the box in dimension `index`; absent with reductions
    Reduction,  // address of the variable: its value before, then after
  };
  What what;
  uint32_t index = 0;  // of the kernel's parameter, dimension or reduction
};

std::vector<Parameter> raise_entry(ir::Function& kernel);

}  // namespace tack::c89
