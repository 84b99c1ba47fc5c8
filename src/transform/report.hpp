// SPDX-License-Identifier: Apache-2.0
// What the compiler did with a kernel, for `tack inspect` and for tests.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace tack::transform {

struct AccessReport {
  ir::Loc loc = 0;
  bool is_store = false;
  std::string buffer;  // the parameter's name
  std::string shape;   // "uniform", "consecutive", "strided", "indexed"
};

struct KernelReport {
  std::string kernel;
  uint16_t width = 1;      // items in a gang; 1: scalar
  std::string reason;      // why this width, or why scalar
  ir::Loc reason_loc = 0;  // the instruction that decided, when one did
  std::vector<AccessReport> accesses;
};

}  // namespace tack::transform
