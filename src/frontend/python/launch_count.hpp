// SPDX-License-Identifier: Apache-2.0
// The bounds of the parallel loop, evaluated on the host for each launch: never compiled in, so a
// new length needs no new variant.
//
// Postfix code over checked 128-bit integers. Python integers have no width: what leaves 64 bits in
// the end is an error, and so is what leaves 128 bits on the way.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "ir/type.hpp"
#include "support/result.hpp"

namespace tack::python {

inline constexpr size_t kMaxDimensions = 8;

enum class CountOp : uint8_t {
  Constant,  // push value
  Scalar,    // push scalar argument `arg`
  Dim,       // push shape[dim] of array argument `arg`
  Add,
  Sub,
  Mul,
  FloorDiv,  // toward minus infinity; by zero is an error
  Neg,
  Wrap,  // to the integer type `kind`: a local of the kernel has a width
};

struct CountInst {
  CountOp op = CountOp::Constant;
  ir::Kind kind = ir::Kind::Void;  // Wrap
  uint16_t arg = 0;                // position among the call's arguments
  uint16_t dim = 0;
  __int128 value = 0;  // Constant
};
using CountCode = std::vector<CountInst>;

// One dimension: range(start, stop, step). Empty code stands for 0 as start and 1 as step.
struct CountDimension {
  CountCode start, stop, step;
  std::string index = {};  // the loop's variable, for messages
};

struct LaunchCount {
  std::string kernel;                      // the user's name, for messages
  std::vector<CountDimension> dimensions;  // slowest first; 1 to kMaxDimensions
};

// What one call passes for one argument.
struct CountArg {
  int64_t scalar = 0;  // integer scalars; a u64 above 2^63 sets is_u64
  bool is_u64 = false;
  std::span<const int64_t> shape;  // arrays
};

// Of more than three dimensions the slowest share the kernel's first.
inline uint32_t kernel_rank(uint32_t rank) { return rank < 3 ? rank : 3; }
// The extents of the kernel itself, kernel_rank(rank) of them, from those of the loop.
inline void kernel_extents(uint32_t rank, const int64_t* extent, int64_t* out) {
  uint32_t kept = kernel_rank(rank);
  out[0] = 1;
  for (uint32_t d = 0; d + kept <= rank; ++d) out[0] *= extent[d];
  for (uint32_t d = 1; d < kept; ++d) out[d] = extent[rank - kept + d];
}

struct LaunchBounds {
  uint32_t rank = 0;
  int64_t extent[kMaxDimensions] = {};  // all zero when any dimension is empty
  int64_t start[kMaxDimensions] = {};
  int64_t step[kMaxDimensions] = {};
  int64_t total = 0;  // product of the extents
  bool empty() const { return total == 0; }
};

// "iteration i = 3", "iteration (y, x) = (1, 2)": of the item with that number, in the values of
// the loop's variables. `extent`, `start` and `step` have one number a dimension.
std::string iteration_name(const LaunchCount& count, const int64_t* extent, const int64_t* start,
                           const int64_t* step, int64_t item);

// The error is a Runtime one when a bound has no value (overflow of 64 bits, division by zero), a
// Value one when there are more iterations than a launch can count.
Result<LaunchBounds> evaluate(const LaunchCount& count, std::span<const CountArg> args);

std::string to_string(const LaunchCount& count);  // for inspection and tests

}  // namespace tack::python
