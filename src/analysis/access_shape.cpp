// SPDX-License-Identifier: Apache-2.0
#include "analysis/access_shape.hpp"

#include <bit>
#include <optional>

namespace tack::analysis {
namespace {

using ir::Inst;
using ir::Op;

constexpr Shape kUniform{Shape::Kind::Uniform, 0, false};
constexpr Shape kOther{Shape::Kind::Other, 0, false};

Shape affine(int64_t stride, bool aligned) {
  // A stride past this bound would not be worth a vector access, and its products could overflow.
  constexpr int64_t kGreatest = int64_t{1} << 40;
  if (stride == 0 || stride > kGreatest || stride < -kGreatest) return kOther;
  return {Shape::Kind::Affine, stride, aligned && stride == 1};
}

// A constant's value, sign-extended from its type's width.
int64_t constant(const Inst& inst) {
  int shift = 64 - ir::bits_of(inst.type);
  return static_cast<int64_t>(inst.bits << shift) >> shift;
}

}  // namespace

const char* access_name(Access access) {
  constexpr const char* kNames[] = {"uniform", "consecutive", "strided", "indexed"};
  return kNames[static_cast<int>(access)];
}

AccessShapes::AccessShapes(const ir::Function& kernel, const Uniformity& uniformity,
                           const Ranges& ranges, uint16_t width)
    : uniformity_(uniformity), ranges_(ranges), width_(width), is_small_(kernel.small) {
  if (!kernel.indices.empty())
    affine_[kernel.indices.back()] = affine(1, kernel.indices.size() == 1);
  ir::walk(kernel.body, [&](const Inst& inst) {
    if (inst.op == Op::For && uniformity.varying(*inst.index)) {
      Shape from = of(*inst.operands[0]);
      if (from.is_affine() && of(*inst.operands[2]).is_uniform())
        affine_[inst.index] = affine(from.stride, false);
    }
    if (!inst.type.is_int() || !uniformity.varying(inst)) return;
    Shape shape = compute(inst);
    if (shape.is_affine()) affine_[&inst] = shape;
  });
}

Shape AccessShapes::of(const Inst& value) const {
  if (!uniformity_.varying(value)) return kUniform;
  auto found = affine_.find(&value);
  return found == affine_.end() ? kOther : found->second;
}

// No lane on either side of an item's value, nor the base, passes the end of the type.
bool AccessShapes::stays_in_type(const Inst& value, int64_t stride) const {
  Interval range = ranges_.of(value), type = Interval::of_type(value.type);
  Wide reach = Wide{stride < 0 ? -stride : stride} * (width_ - 1);
  return range.lo - reach >= type.lo && range.hi + reach <= type.hi;
}

bool AccessShapes::counts_up(const Inst& value) const {
  Shape shape = of(value);
  if (!shape.is_affine() || shape.stride != 1) return false;
  Interval range = ranges_.of(value), type = Interval::of_type(value.type);
  return range.lo - width_ >= type.lo && range.hi + width_ <= type.hi;
}

Shape AccessShapes::sum(const Inst& inst, int64_t sign) const {
  Shape a = of(*inst.operands[0]), b = of(*inst.operands[1]);
  auto is_multiple = [&](const Inst& x) { return x.is_const() && constant(x) % width_ == 0; };
  if (a.is_affine() && b.is_uniform())
    return affine(a.stride, a.aligned && is_multiple(*inst.operands[1]));
  if (a.is_uniform() && b.is_affine())
    return affine(sign * b.stride, sign > 0 && b.aligned && is_multiple(*inst.operands[0]));
  if (a.is_affine() && b.is_affine()) return affine(a.stride + sign * b.stride, false);
  return kOther;
}

Shape AccessShapes::compute(const Inst& inst) const {
  const Inst& x = *inst.operands[0];
  switch (inst.op) {
    case Op::Add:
      return sum(inst, 1);
    case Op::Sub:
      return sum(inst, -1);
    case Op::Neg:
      return of(x).is_affine() ? affine(-of(x).stride, false) : kOther;
    case Op::Mul:
      for (int side = 0; side < 2; ++side) {
        const Inst& factor = *inst.operands[static_cast<size_t>(1 - side)];
        Shape shape = of(*inst.operands[static_cast<size_t>(side)]);
        if (!shape.is_affine() || !factor.is_const()) continue;
        int64_t by = constant(factor);
        if (by > (1 << 20) || by < -(1 << 20)) return kOther;
        return affine(shape.stride * by, shape.aligned && by == 1);
      }
      return kOther;
    case Op::Shl: {
      if (!of(x).is_affine() || !inst.operands[1]->is_const()) return kOther;
      uint64_t by = inst.operands[1]->bits % static_cast<uint64_t>(ir::bits_of(inst.type));
      return by <= 20 ? affine(of(x).stride << by, of(x).aligned && by == 0) : kOther;
    }
    case Op::And: {
      const Inst& mask = *inst.operands[1];
      if (!of(x).aligned || !mask.is_const()) return kOther;
      // The low bits of an aligned gang count up without carry into what the mask cuts off.
      uint64_t low = mask.bits + 1;
      if (std::has_single_bit(low) && low >= static_cast<uint64_t>(width_)) return affine(1, true);
      return kOther;
    }
    case Op::Rem:
    case Op::FloorMod: {
      const Inst& by = *inst.operands[1];
      if (!of(x).aligned || !by.is_const() || constant(by) <= 0) return kOther;
      bool is_mask = std::has_single_bit(by.bits) && constant(by) >= width_;
      if (inst.op == Op::Rem && ranges_.of(x).lo < 0) return kOther;
      return is_mask ? affine(1, true) : kOther;
    }
    case Op::Convert: {
      Shape shape = of(x);
      if (!x.type.is_int() || !shape.is_affine()) return kOther;
      bool widens = ir::bits_of(inst.type) > ir::bits_of(x.type);
      if (widens && !stays_in_type(x, shape.stride)) return kOther;
      return shape;
    }
    default:
      return kOther;
  }
}

Access AccessShapes::access(const Inst& inst) const {
  const Inst& index = *inst.operands[1];
  Shape shape = of(index);
  if (shape.is_uniform()) return Access::Uniform;
  if (!shape.is_affine()) return Access::Indexed;
  // A signed index that wraps is negative, so outside, so in no lane that is on. An unsigned one
  // could wrap from a base that no lane has into the array; at 64 bits the address wraps with it.
  // So does one of 32 bits when all buffers are below 2^31.
  int bits = ir::bits_of(index.type);
  bool is_safe = index.type.is_signed() || bits == 64 || (bits == 32 && is_small_) ||
                 stays_in_type(index, shape.stride);
  if (!is_safe) return Access::Indexed;
  return shape.stride == 1 ? Access::Consecutive : Access::Strided;
}

}  // namespace tack::analysis
