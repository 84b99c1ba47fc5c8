// SPDX-License-Identifier: Apache-2.0
// Element conversion by the kernel language's rules (docs/ir.md, `convert`): integers modulo 2^N,
// floats to integers toward zero and saturating with NaN to 0.
#pragma once

#include <cstdint>

#include "ir/type.hpp"

namespace tack::py {

// f(a zero of the C++ type of a dtype).
template <class F>
auto visit_kind(ir::Kind kind, F&& f) -> decltype(f(int8_t{})) {
  switch (kind) {
    case ir::Kind::I8:
      return f(int8_t{});
    case ir::Kind::I16:
      return f(int16_t{});
    case ir::Kind::I32:
      return f(int32_t{});
    case ir::Kind::I64:
      return f(int64_t{});
    case ir::Kind::U8:
      return f(uint8_t{});
    case ir::Kind::U16:
      return f(uint16_t{});
    case ir::Kind::U32:
      return f(uint32_t{});
    case ir::Kind::U64:
      return f(uint64_t{});
    case ir::Kind::F32:
      return f(float{});
    case ir::Kind::F64:
      return f(double{});
    default:
      __builtin_unreachable();
  }
}

// n elements from `src` (unaligned is fine), `stride` bytes apart, into contiguous `dst`.
void convert_row(ir::Kind from, const char* src, int64_t stride, ir::Kind to, void* dst, int64_t n);

// The bits of a Python number as one element; `is_float` picks which of the two values counts.
void store_number(ir::Kind to, void* dst, bool is_float, double f, uint64_t low_bits);

}  // namespace tack::py
