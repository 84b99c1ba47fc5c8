// SPDX-License-Identifier: Apache-2.0
// Random kernels: well typed, bounded, and free of conflicts, so that every way to run them must
// give the same bits. Shares nothing with the interpreter.
#pragma once

#include <cstdint>

#include "fuzz/program.hpp"

namespace tack::fuzz {

Program generate(uint64_t seed);

}  // namespace tack::fuzz
