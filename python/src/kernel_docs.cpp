// SPDX-License-Identifier: Apache-2.0
#include "kernel_docs.hpp"

namespace tack::py {
namespace {

struct Row {
  std::string_view name, signature, text;
};

constexpr Row kRows[] = {
    {"ndindex", "ndindex(d0, d1, ...)",
     "A loop's space: every index within these sizes, or (start, end) pairs, the last running "
     "fastest."},
    {"local_array", "local_array(dtype, size)",
     "Storage of one iteration: `size` numbers, zeros at first."},
    {"local_array_like", "local_array_like(array, size)",
     "Storage of one iteration with the elements that `array` has, zeros at first."},
    {"select", "select(mask, a, b)", "`a` where the mask is true, else `b`, for each component."},
    {"any", "any(mask)", "Whether a component is true."},
    {"all", "all(mask)", "Whether every component is true."},
    {"atomic_add", "atomic_add(array, index, value)",
     "Adds to an element in one step and gives what was there before."},
    {"atomic_min", "atomic_min(array, index, value)",
     "Lowers an element to the value in one step and gives what was there before."},
    {"atomic_max", "atomic_max(array, index, value)",
     "Raises an element to the value in one step and gives what was there before."},
    {"shared", "shared(dtype, size)", "Storage of one workgroup, on a GPU."},
    {"shared_like", "shared_like(array, size)",
     "Storage of one workgroup with the elements that `array` has, on a GPU."},
    {"barrier", "barrier()", "Waits for the items of the workgroup, on a GPU."},
    {"thread_id", "thread_id()", "The number of the item in its workgroup, on a GPU."},
    {"block_sum", "block_sum(value)", "The sum over the workgroup, on a GPU."},
    {"block_min", "block_min(value)", "The least value of the workgroup, on a GPU."},
    {"block_max", "block_max(value)", "The greatest value of the workgroup, on a GPU."},
    {"abs", "abs(x)", "The magnitude, of the type of `x`."},
    {"fabs", "fabs(x)", "The magnitude of a float."},
    {"min", "min(a, b, ...)", "The least; of a number and a NaN the number."},
    {"max", "max(a, b, ...)", "The greatest; of a number and a NaN the number."},
    {"pow", "pow(x, y)", "`x ** y`."},
    {"sqrt", "sqrt(x)", "The square root, NaN of a negative number."},
    {"floor", "floor(x)", "The greatest whole number that is not above `x`, as a float."},
    {"ceil", "ceil(x)", "The least whole number that is not below `x`, as a float."},
    {"sin", "sin(x)", "The sine of an angle in radians."},
    {"cos", "cos(x)", "The cosine of an angle in radians."},
    {"tan", "tan(x)", "The tangent of an angle in radians."},
    {"asin", "asin(x)", "The angle from -pi/2 to pi/2 whose sine is `x`."},
    {"acos", "acos(x)", "The angle from 0 to pi whose cosine is `x`."},
    {"atan", "atan(x)", "The angle from -pi/2 to pi/2 whose tangent is `x`."},
    {"atan2", "atan2(y, x)", "The angle from -pi to pi of the point (x, y)."},
    {"exp", "exp(x)", "e to the power of `x`."},
    {"exp2", "exp2(x)", "2 to the power of `x`."},
    {"log", "log(x)", "The natural logarithm."},
    {"log2", "log2(x)", "The logarithm to base 2."},
    {"log10", "log10(x)", "The logarithm to base 10."},
    {"sinh", "sinh(x)", "The hyperbolic sine."},
    {"cosh", "cosh(x)", "The hyperbolic cosine."},
    {"tanh", "tanh(x)", "The hyperbolic tangent."},
    {"math.fract", "fract(x)", "`x - floor(x)`."},
    {"math.mix", "mix(a, b, t)", "`a * (1 - t) + b * t`."},
    {"math.clamp", "clamp(x, low, high)", "`x` within the bounds."},
    {"math.saturate", "saturate(x)", "`x` within 0 and 1."},
    {"math.smoothstep", "smoothstep(low, high, x)",
     "0 before `low`, 1 after `high`, a smooth curve between."},
    {"math.step", "step(edge, x)", "1.0 when `x >= edge`, else 0.0."},
    {"math.sign", "sign(x)", "1, -1, or `x` itself when it is zero or NaN."},
    {"math.length", "length(v)", "The length of a vector, the magnitude of a number."},
    {"math.distance", "distance(a, b)", "The length of the difference."},
    {"math.normalize", "normalize(v)", "The vector divided by its length."},
    {"random.advance", "advance(s)", "The u32 state after `s`."},
    {"random.seed", "seed(index, stream)",
     "A u32 state: one for each index, others for each stream."},
    {"random.unit", "unit(s)", "The f32 of the state `s`, from 0 up to, but not including, 1."},
    {"random.uniform", "uniform(s)",
     "An f32 from 0 up to, but not including, 1, and the next state."},
    {"random.normal", "normal(s)",
     "An f32 with mean 0 and deviation 1, and the state after the next."},
    {"random.direction2", "direction2(s)",
     "A vector to a point of the unit circle, and the next state."},
    {"random.direction3", "direction3(s)",
     "A vector to a point of the unit sphere, and the state after the next."},
};

}  // namespace

std::string kernel_doc(std::string_view name) {
  for (const Row& row : kRows)
    if (row.name == name)
      return std::string(row.signature) + "\n\nIn kernels. " + std::string(row.text);
  return "A function of the kernel language.";
}

}  // namespace tack::py
