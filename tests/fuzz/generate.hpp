// SPDX-License-Identifier: Apache-2.0
// Random kernels: well typed, bounded, and free of conflicts, so that every way to run them must
// give the same bits. Shares nothing with the interpreter.
#pragma once

#include <cstdint>

#include "fuzz/program.hpp"

namespace tack::fuzz {

// What the programs of a run have more of.
struct Style {
  bool floats = false;  // float kinds and corners, buffers full of extreme values
};

Program generate(uint64_t seed, Style style = {});

}  // namespace tack::fuzz
