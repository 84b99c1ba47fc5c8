// SPDX-License-Identifier: Apache-2.0
// Makes a failing kernel smaller while it still fails.
#pragma once

#include <functional>

#include "kernel_fuzz/tree.hpp"

namespace tack::kernel_fuzz {

// `fails` must hold for `program`; it is asked about trees that need not be programs.
Program reduce(Program program, const std::function<bool(Program&)>& fails);

}  // namespace tack::kernel_fuzz
