// SPDX-License-Identifier: Apache-2.0
// The header of a .npy file: versions 1 to 3, the ten dtypes, both byte orders, C and Fortran
// order.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "ir/type.hpp"
#include "support/result.hpp"

namespace tack::driver {

struct NpyHeader {
  ir::Kind kind = ir::Kind::Void;
  bool is_swapped = false;  // big-endian
  bool is_fortran = false;
  std::vector<int64_t> shape;
  int64_t size = 0;         // elements
  uint64_t data_begin = 0;  // bytes before the elements

  uint64_t data_bytes() const {
    return static_cast<uint64_t>(size) * static_cast<uint64_t>(ir::bits_of(kind)) / 8;
  }
};

// From the first bytes of a file (at most kNpyHeaderMost are looked at). An error names what is not
// supported.
inline constexpr size_t kNpyHeaderMost = 1 << 16;
Result<NpyHeader> read_npy_header(std::string_view bytes);

// A whole header, for little-endian elements in C order; its length is a multiple of 64.
std::string write_npy_header(ir::Kind kind, const std::vector<int64_t>& shape);

// The product of the extents; an error when it or its bytes pass 2^63 - 1.
Result<int64_t> count_elements(ir::Kind kind, const std::vector<int64_t>& shape);

}  // namespace tack::driver
