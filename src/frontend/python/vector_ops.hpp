// SPDX-License-Identifier: Apache-2.0
// The table of operations on vectors and matrices.
#pragma once

#include <cstdint>
#include <optional>
#include <string_view>

#include "frontend/python/shape.hpp"

namespace tack::python {

enum class VectorOp : uint8_t {
#define PY_VECTOR_OP(Enum, method, alias, least, most, on) Enum,
#include "frontend/python/vector_ops.def"
#undef PY_VECTOR_OP
};

struct VectorOpInfo {
  enum class On : uint8_t {
    Number,  // anything
    Any,     // a vector or a matrix
    Vector,
    Vector3,
    Matrix,
    Square,
    SmallSquare,  // 2x2 or 3x3
  };
  std::string_view method, alias;
  uint32_t least, most;
  On on;

  bool accepts(Shape shape) const;
  const char* wanted() const;  // "a vector of 3"
};

const VectorOpInfo& info(VectorOp op);
const char* vector_op_name(VectorOp op);  // "cross", "any", "tack.select"
// By the name of either era.
std::optional<VectorOp> vector_method(std::string_view name);

}  // namespace tack::python
