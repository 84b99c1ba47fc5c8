// SPDX-License-Identifier: Apache-2.0
// A program's buffers and numbers as a launch of compiled code takes them.
#pragma once

#include <vector>

#include "driver/entry/launch_entry.hpp"
#include "fuzz/guarded.hpp"

namespace tack::fuzz {

inline std::vector<driver::CpuArgument> cpu_arguments(const Program& program,
                                                      GuardedBuffers& memory) {
  std::vector<driver::CpuArgument> arguments;
  size_t buffer = 0, number = 0;
  for (const ir::Inst* p : program.kernel().params) {
    if (p->type.is_buffer()) {
      arguments.push_back({0, memory.data(buffer), program.buffers[buffer].length(), true});
      ++buffer;
    } else {
      arguments.push_back({program.numbers[number++], nullptr, 0, false});
    }
  }
  return arguments;
}

}  // namespace tack::fuzz
