// SPDX-License-Identifier: Apache-2.0
// Host code of a program that is compiled ahead of time: each `launch` becomes a call of
// tack_rt_launch (runtime/tack_rt.h), or `entry`, with static data that lists the kernel's compiled
// variants. The kernels themselves leave the module; their entries are outside symbols from now on.
#pragma once

#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace tack::transform {

struct LaunchVariant {
  std::string suffix;  // of the entry's name; as cpu_pipeline was given it
  uint8_t isa = 0;     // a TACK_RT_ISA number
  bool small = false;  // compiled with the kernel's `small` promise
};

// The variants of every kernel, best first; the last runs anywhere. Of a buffer of unknown length
// (-1) the runtime finds out whether it keeps the small ones' promise.
void lower_launch(ir::Module& module, const std::vector<LaunchVariant>& variants,
                  const std::string& entry = "tack_rt_launch");

// Leaves kernels and what they call, each kernel marked `small` or not: the other half.
void keep_kernels(ir::Module& module, bool small);

}  // namespace tack::transform
