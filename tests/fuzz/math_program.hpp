// SPDX-License-Identifier: Apache-2.0
// One function of the math library over arrays, as a program for every way of running it.
#pragma once

#include "fuzz/program.hpp"

namespace tack::fuzz {

// How many functions there are; seeds go round them, each time with other arguments.
uint64_t math_programs();
Program math_program(uint64_t seed);

}  // namespace tack::fuzz
