// SPDX-License-Identifier: Apache-2.0
// How many numbers a value of the language is, and in what arrangement.
#pragma once

#include <cstdint>
#include <string>

namespace tack::python {

// A number, a vector of n components or a matrix. A vector of n and a matrix of n rows and one
// column are different things. Vectors and matrices are split into numbers before the IR.
struct Shape {
  uint8_t rows = 0;  // 0: a number
  uint8_t cols = 0;  // 0: a vector of `rows` components

  static Shape vector(size_t n) { return {static_cast<uint8_t>(n), 0}; }
  static Shape matrix(size_t r, size_t c) {
    return {static_cast<uint8_t>(r), static_cast<uint8_t>(c)};
  }
  bool operator==(const Shape&) const = default;
  bool is_number() const { return rows == 0; }
  bool is_vector() const { return rows != 0 && cols == 0; }
  bool is_matrix() const { return cols != 0; }
  bool is_square() const { return is_matrix() && rows == cols; }
  uint32_t count() const { return rows == 0 ? 1u : cols == 0 ? rows : uint32_t{rows} * cols; }
  // How many indices name one of its numbers.
  uint32_t indices() const { return is_matrix() ? 2 : is_vector() ? 1 : 0; }

  // One number for keys: 0 for a number, 1 to 32 for vectors, 33 to 48 for matrices.
  uint32_t code() const {
    if (is_matrix()) return 33u + (rows - 1u) * kMaxMatrix + (cols - 1u);
    return rows;
  }
  static Shape from_code(uint32_t code) {
    if (code < 33) return vector(code);
    return matrix((code - 33) / kMaxMatrix + 1, (code - 33) % kMaxMatrix + 1);
  }

  // Components stand in registers, each a variable of its own: longer storage is a local array.
  static constexpr uint32_t kMaxVector = 32;
  static constexpr uint32_t kMaxMatrix = 4;
};

// "a number", "a vector of 3", "a 2x3 matrix".
std::string shape_name(Shape shape);

}  // namespace tack::python
