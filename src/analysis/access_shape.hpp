// SPDX-License-Identifier: Apache-2.0
// How an integer value moves along the lanes of a gang of W items.
//
// *Affine with stride s* means: in every lane l that is on, value(l) = base + s*l in the modular
// arithmetic of the value's type, where base is the same computation done on the operands' bases.
// Widening keeps that only when no lane wraps in the narrower type; ranges prove it.
#pragma once

#include <cstdint>
#include <unordered_map>

#include "analysis/ranges.hpp"
#include "analysis/uniformity.hpp"
#include "ir/ir.hpp"

namespace tack::analysis {

struct Shape {
  enum class Kind : uint8_t { Uniform, Affine, Other };
  Kind kind = Kind::Other;
  int64_t stride = 0;    // Affine: never 0
  bool aligned = false;  // Affine with stride 1: the base is a multiple of W

  bool is_uniform() const { return kind == Kind::Uniform; }
  bool is_affine() const { return kind == Kind::Affine; }
};

// How a buffer is reached: what becomes of a load_elem or store_elem.
enum class Access : uint8_t {
  Uniform,      // one element for all lanes
  Consecutive,  // base + lane
  Strided,      // base + s*lane
  Indexed,      // anything
};
const char* access_name(Access access);

class AccessShapes {
 public:
  AccessShapes(const ir::Function& kernel, const Uniformity& uniformity, const Ranges& ranges,
               uint16_t width);

  Shape of(const ir::Inst& value) const;
  // Affine with stride 1, and base - 1 to base + W are all in the type.
  bool counts_up(const ir::Inst& value) const;
  // Of a load_elem or store_elem, by its index.
  Access access(const ir::Inst& inst) const;

 private:
  Shape compute(const ir::Inst& inst) const;
  Shape sum(const ir::Inst& inst, int64_t sign) const;
  bool stays_in_type(const ir::Inst& value, int64_t stride) const;

  const Uniformity& uniformity_;
  const Ranges& ranges_;
  int64_t width_;
  bool is_small_;
  std::unordered_map<const ir::Inst*, Shape> affine_;
};

}  // namespace tack::analysis
