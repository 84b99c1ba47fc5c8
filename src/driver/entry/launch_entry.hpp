// SPDX-License-Identifier: Apache-2.0
// Calls a kernel's entry, wherever it was compiled, as programs do: through the runtime.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "ir/ir.hpp"
#include "runtime/tack_rt.h"
#include "support/result.hpp"

namespace tack::driver {

// An argument of a launch: a number's bits or a buffer.
struct CpuArgument {
  uint64_t bits = 0;
  void* data = nullptr;
  int64_t length = 0;  // in elements
  bool is_buffer = false;
};

// Runs a kernel's entry over the extents (slowest first). `reductions` holds the values before,
// then after, as the bits of their types.
Result<void> launch_entry(tack_rt_entry entry, const ir::Function& kernel,
                          std::span<const CpuArgument> arguments, std::span<const int64_t> extents,
                          std::vector<uint64_t>& reductions);

}  // namespace tack::driver
