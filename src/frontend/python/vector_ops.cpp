// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/vector_ops.hpp"

#include <iterator>

namespace tack::python {
namespace {

using On = VectorOpInfo::On;

constexpr VectorOpInfo kInfos[] = {
#define PY_VECTOR_OP(Enum, method, alias, least, most, on) {method, alias, least, most, On::on},
#include "frontend/python/vector_ops.def"
#undef PY_VECTOR_OP
};

}  // namespace

bool VectorOpInfo::accepts(Shape shape) const {
  switch (on) {
    case On::Number:
      return true;
    case On::Any:
      return !shape.is_number();
    case On::Vector:
      return shape.is_vector();
    case On::Vector3:
      return shape == Shape::vector(3);
    case On::Matrix:
      return shape.is_matrix();
    case On::Square:
      return shape.is_square();
    case On::SmallSquare:
      return shape.is_square() && (shape.rows == 2 || shape.rows == 3);
  }
  return false;
}

const char* VectorOpInfo::wanted() const {
  constexpr const char* kTexts[] = {
      "numbers and vectors", "vectors and matrices", "vectors", "vectors of 3", "matrices",
      "square matrices",     "2x2 and 3x3 matrices"};
  return kTexts[static_cast<int>(on)];
}

const char* vector_op_name(VectorOp op) {
  switch (op) {
    case VectorOp::Length:
      return "length";
    case VectorOp::AnyOf:
      return "any";
    case VectorOp::AllOf:
      return "all";
    case VectorOp::Select:
      return "tack.select";
    default:
      return info(op).method.data();  // a literal
  }
}

const VectorOpInfo& info(VectorOp op) { return kInfos[static_cast<size_t>(op)]; }

std::optional<VectorOp> vector_method(std::string_view name) {
  if (name.empty()) return std::nullopt;
  for (size_t k = 0; k < std::size(kInfos); ++k) {
    if (kInfos[k].method == name || kInfos[k].alias == name) return static_cast<VectorOp>(k);
  }
  return std::nullopt;
}

std::string shape_name(Shape shape) {
  if (shape.is_number()) return "a number";
  if (shape.is_vector()) return "a vector of " + std::to_string(shape.rows);
  return "a " + std::to_string(shape.rows) + "x" + std::to_string(shape.cols) + " matrix";
}

}  // namespace tack::python
