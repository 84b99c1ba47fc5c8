// SPDX-License-Identifier: Apache-2.0
// tack run --check: a kernel interpreted, with what is wrong about its accesses and arithmetic.
#pragma once

#include "launch/program.hpp"

namespace tack::driver {

// Prints the findings on stderr; an exit code. The return value, if there is one, in `launched`.
int checked_run(launch::Program& program, launch::Kernel& kernel, const launch::CallArguments& call,
                launch::Kernel::Launched& launched);

}  // namespace tack::driver
