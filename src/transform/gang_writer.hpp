// SPDX-License-Identifier: Apache-2.0
// The value side of vectorising: for each scalar value its uniform, affine or lanes form, made on
// demand beside the definition, and mask arithmetic that folds as it goes.
#pragma once

#include <unordered_map>
#include <vector>

#include "analysis/access_shape.hpp"
#include "analysis/uniformity.hpp"
#include "ir/builder.hpp"

namespace tack::transform {

class GangWriter {
 public:
  GangWriter(ir::Function& kernel, uint16_t width, const analysis::Uniformity& uniformity,
             const analysis::AccessShapes& shapes);

  ir::Builder& out() { return out_; }
  uint16_t width() const { return width_; }

  // The one value of a uniform value, the base of an affine one.
  ir::Inst* scalar(const ir::Inst* value) const;
  // The value in each lane.
  ir::Inst* lanes(const ir::Inst* value);
  // `made` stands in the current region, or is the index of a `for` whose body that is.
  void set_scalar(const ir::Inst* value, ir::Inst* made);
  void set_lanes(const ir::Inst* value, ir::Inst* made) { lanes_[value] = made; }
  bool is_scalar(const ir::Inst* value) const;  // uniform or affine

  // Emits a pure op, or what reads a uniform var, in its best form.
  void pure(const ir::Inst& inst);

  ir::Inst* all_lanes() { return out_.constant(ir::Type::mask(width_), 1); }
  ir::Inst* no_lanes() { return out_.constant(ir::Type::mask(width_), 0); }
  ir::Inst* mask_and(ir::Inst* a, ir::Inst* b);
  ir::Inst* mask_or(ir::Inst* a, ir::Inst* b);
  ir::Inst* mask_not(ir::Inst* a);
  ir::Inst* blend(ir::Inst* mask, ir::Inst* on, ir::Inst* off);
  // lanes<W,T> numbered 0, 1, ..., times a stride.
  ir::Inst* lane_numbers(ir::Type type, int64_t stride);
  // Puts what all of the kernel uses (lane numbers, splats of parameters) at its start.
  void finish();

 private:
  bool compare_lanes(const ir::Inst& inst);
  ir::Inst* splat(ir::Inst* scalar);
  ir::Inst* place(ir::Inst* after, ir::Inst* made);

  ir::Builder out_;
  uint16_t width_;
  const analysis::Uniformity& uniformity_;
  const analysis::AccessShapes& shapes_;
  std::unordered_map<const ir::Inst*, ir::Inst*> scalars_, lanes_;
  std::unordered_map<const ir::Inst*, ir::Region*> home_;    // of emitted scalars
  std::unordered_map<const ir::Inst*, ir::Inst*> splats_;    // of emitted scalars
  std::vector<std::pair<int64_t, ir::Inst*>> lane_numbers_;  // by stride (and type)
  std::vector<ir::Inst*> prologue_;
  ir::Region* root_;
};

}  // namespace tack::transform
