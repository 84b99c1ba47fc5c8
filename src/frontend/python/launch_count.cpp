// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/launch_count.hpp"

#include <algorithm>
#include <limits>

namespace tack::python {
namespace {

using Wide = __int128;
constexpr Wide kMin64 = std::numeric_limits<int64_t>::min();
constexpr Wide kMax64 = std::numeric_limits<int64_t>::max();

std::string decimal(Wide value) {
  if (value == 0) return "0";
  bool negative = value < 0;
  std::string digits;
  while (value != 0) {
    int digit = static_cast<int>(value % 10);
    digits += static_cast<char>('0' + (digit < 0 ? -digit : digit));
    value /= 10;
  }
  if (negative) digits += '-';
  std::reverse(digits.begin(), digits.end());
  return digits;
}

Wide wrap(Wide value, ir::Kind kind) {
  int bits = ir::bits_of(kind);
  unsigned __int128 modulus = static_cast<unsigned __int128>(1) << bits;
  unsigned __int128 low = static_cast<unsigned __int128>(value) & (modulus - 1);
  bool is_signed = ir::Type::scalar(kind).is_signed();
  if (is_signed && (low >> (bits - 1)) != 0)
    return static_cast<Wide>(low) - static_cast<Wide>(modulus);
  return static_cast<Wide>(low);
}

Error overflow(const LaunchCount& count) {
  return {"Kernel '" + count.kernel +
          "': a bound of the parallel loop is outside the 64-bit integers."};
}

Error too_long(const LaunchCount& count, const std::string& iterations) {
  return {"Kernel '" + count.kernel + "': " + iterations + " iterations exceed the " +
              decimal(kMax64) +
              " that one CPU launch can index; split the work across several launches.",
          ErrorKind::Value};
}

// Deep enough for any parsed bound: the parser limits the depth of expressions, and an operand
// needs one place a level.
constexpr size_t kStackLimit = 1024;

Result<Wide> run(const LaunchCount& count, const CountCode& code, std::span<const CountArg> args) {
  Wide small[16];
  std::vector<Wide> large;
  Wide* stack = small;
  if (code.size() > 16) {
    large.resize(std::min(code.size(), kStackLimit));
    stack = large.data();
  }
  size_t top = 0;
  for (const CountInst& inst : code) {
    switch (inst.op) {
      case CountOp::Constant:
        stack[top++] = inst.value;
        continue;
      case CountOp::Scalar: {
        const CountArg& arg = args[inst.arg];
        stack[top++] = arg.is_u64 ? static_cast<Wide>(static_cast<uint64_t>(arg.scalar))
                                  : static_cast<Wide>(arg.scalar);
        continue;
      }
      case CountOp::Dim:
        stack[top++] = args[inst.arg].shape[inst.dim];
        continue;
      case CountOp::Wrap:
        stack[top - 1] = wrap(stack[top - 1], inst.kind);
        continue;
      case CountOp::Neg: {
        Wide result;
        if (__builtin_sub_overflow(Wide{0}, stack[top - 1], &result)) return overflow(count);
        stack[top - 1] = result;
        continue;
      }
      default:
        break;
    }
    Wide b = stack[--top];
    Wide a = stack[top - 1];
    Wide result = 0;
    bool bad = false;
    if (inst.op == CountOp::Add) {
      bad = __builtin_add_overflow(a, b, &result);
    } else if (inst.op == CountOp::Sub) {
      bad = __builtin_sub_overflow(a, b, &result);
    } else if (inst.op == CountOp::Mul) {
      bad = __builtin_mul_overflow(a, b, &result);
    } else {
      if (b == 0)
        return Error{"Kernel '" + count.kernel +
                     "': division by zero in a bound of the parallel loop."};
      if (b == -1) {
        bad = __builtin_sub_overflow(Wide{0}, a, &result);
      } else {
        result = a / b;
        if (a % b != 0 && ((a < 0) != (b < 0))) --result;
      }
    }
    if (bad) return overflow(count);
    stack[top - 1] = result;
  }
  return stack[0];
}

}  // namespace

Result<LaunchBounds> evaluate(const LaunchCount& count, std::span<const CountArg> args) {
  LaunchBounds bounds;
  bounds.rank = static_cast<uint32_t>(count.dimensions.size());
  bool is_empty = false;
  Wide extents[kMaxDimensions] = {};
  for (size_t d = 0; d < count.dimensions.size(); ++d) {
    const CountDimension& dimension = count.dimensions[d];
    Wide start = 0, step = 1;
    if (!dimension.start.empty()) {
      Result<Wide> value = run(count, dimension.start, args);
      if (!value) return value.error();
      start = *value;
    }
    Result<Wide> stop = run(count, dimension.stop, args);
    if (!stop) return stop.error();
    if (!dimension.step.empty()) {
      Result<Wide> value = run(count, dimension.step, args);
      if (!value) return value.error();
      step = *value;
    }
    if (start >= *stop || step <= 0) {
      is_empty = true;  // go on: the other dimensions may still have an error to report
      continue;
    }
    Wide span = 0;
    if (__builtin_sub_overflow(*stop, start, &span)) return overflow(count);
    extents[d] = (span - 1) / step + 1;
    if (extents[d] > kMax64) continue;  // whether it is too long, all dimensions say
    // Every index lies in [start, stop), so the loop variable is 64 bits wide when both ends fit.
    if (start < kMin64 || *stop - 1 > kMax64) return overflow(count);
    bounds.extent[d] = static_cast<int64_t>(extents[d]);
    bounds.start[d] = static_cast<int64_t>(start);
    // A step beyond 64 bits has one index, the start.
    bounds.step[d] = static_cast<int64_t>(std::min(step, kMax64));
  }
  if (is_empty) {
    LaunchBounds none;
    none.rank = bounds.rank;
    return none;
  }
  // Only now: the product may pass 64 bits before an empty dimension.
  Wide total = 1;
  for (uint32_t d = 0; d < bounds.rank; ++d) {
    if (__builtin_mul_overflow(total, extents[d], &total)) return too_long(count, "2**127 or more");
  }
  if (total > kMax64) return too_long(count, decimal(total));
  bounds.total = static_cast<int64_t>(total);
  return bounds;
}

namespace {

std::string text_of(const CountCode& code) {
  std::string out;
  for (const CountInst& inst : code) {
    if (!out.empty()) out += ' ';
    switch (inst.op) {
      case CountOp::Constant:
        out += decimal(inst.value);
        break;
      case CountOp::Scalar:
        out += "arg" + std::to_string(inst.arg);
        break;
      case CountOp::Dim:
        out += "arg" + std::to_string(inst.arg) + ".shape[" + std::to_string(inst.dim) + "]";
        break;
      case CountOp::Add:
        out += "+";
        break;
      case CountOp::Sub:
        out += "-";
        break;
      case CountOp::Mul:
        out += "*";
        break;
      case CountOp::FloorDiv:
        out += "//";
        break;
      case CountOp::Neg:
        out += "neg";
        break;
      case CountOp::Wrap:
        out += std::string("wrap.") + ir::kind_name(inst.kind);
        break;
    }
  }
  return out;
}

}  // namespace

std::string to_string(const LaunchCount& count) {
  std::string out;
  for (const CountDimension& dimension : count.dimensions) {
    if (!out.empty()) out += "; ";
    out += "start " + (dimension.start.empty() ? "0" : text_of(dimension.start));
    out += ", stop " + text_of(dimension.stop);
    out += ", step " + (dimension.step.empty() ? "1" : text_of(dimension.step));
  }
  return out;
}

std::string iteration_name(const LaunchCount& count, const int64_t* extent, const int64_t* start,
                           const int64_t* step, int64_t item) {
  std::string names, values;
  for (size_t d = count.dimensions.size(); d-- > 0;) {
    int64_t n = extent[d] > 0 ? item % extent[d] : 0;
    if (extent[d] > 0) item /= extent[d];
    std::string comma = names.empty() ? "" : ", ";
    names = count.dimensions[d].index + comma + names;
    values = std::to_string(start[d] + n * step[d]) + comma + values;
  }
  return count.dimensions.size() == 1 ? "iteration " + names + " = " + values
                                      : "iteration (" + names + ") = (" + values + ")";
}

}  // namespace tack::python
