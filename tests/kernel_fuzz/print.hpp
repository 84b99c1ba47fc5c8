// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "kernel_fuzz/tree.hpp"

namespace tack::kernel_fuzz {

std::string print(const Expr& expr, bool bare);
// The program as the text of a .py file; sets the lines of its statements.
std::string print(Program& program);

}  // namespace tack::kernel_fuzz
