// SPDX-License-Identifier: Apache-2.0
// The backstop behind front ends and passes: is this module well formed at this stage?
#pragma once

#include <string>

#include "ir/ir.hpp"

namespace tack::ir {

enum class Stage : uint8_t {
  Source,  // from a front end: kernels K, device functions F, host functions H; no lanes
  Gang,    // kernels with `gang` set obey G, the rest as Source
  Target,  // after raising: everything T
};

// Empty when well formed; else one line per fault: `@function: instruction: what`.
std::string verify(const Module& module, Stage stage);

}  // namespace tack::ir
