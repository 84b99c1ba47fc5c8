// SPDX-License-Identifier: Apache-2.0
// What a module is compiled for, so that front ends and passes need no back end.
#pragma once

#include <cstdint>
#include <string>

namespace tack::ir {

struct Target {
  std::string name = "generic";    // "x86_64-avx2", "spirv", "c89", ...
  uint32_t pointer_bytes = 8;
  uint32_t align_cap = 8;          // greatest alignment of a struct field, bytes
  bool little_endian = true;
  bool has_int8 = true;            // types the target computes with
  bool has_int16 = true;
  bool has_int64 = true;
  bool has_float64 = true;
  uint32_t vector_bits = 0;        // native SIMD register; 0: none, kernels stay scalar

  bool operator==(const Target&) const = default;
};

}  // namespace tack::ir
