// SPDX-License-Identifier: Apache-2.0
// Prints a function at the end of the C89 pipeline.
#pragma once

#include "backend/c89/compile.hpp"
#include "ir/ir.hpp"

namespace tack::c89 {

// Fills name, types, text and helpers.
void print_function(const ir::Function& function, Program& program);

}  // namespace tack::c89
