// SPDX-License-Identifier: Apache-2.0
// Python numbers as kernels take them.
#pragma once

#include <cstdint>

#include "ir/type.hpp"
#include "py.hpp"

namespace tack::py {

struct Number {
  enum class What : uint8_t {
    None,     // not a number; no exception is set
    Int,      // bits holds an i64
    BigInt,   // bits holds a u64 above the i64 range
    TooWide,  // an int outside 64 bits; no exception is set
    Float,
    Error,  // an exception of the object's own is set
  };
  What what = What::None;
  uint64_t bits = 0;
  double value = 0;  // Float
};

// A scalar of NumPy's, of any dtype.
bool is_numpy_number(PyObject* object);

// Whether a dtype of integers holds a number: an i64, or with `is_big` a u64 above its range.
bool integer_fits(ir::Kind kind, uint64_t bits, bool is_big);

// int, bool, float, NumPy scalars; not arrays, not strings.
Number number_from(PyObject* object);

}  // namespace tack::py
