// SPDX-License-Identifier: Apache-2.0
// The program that runs: its arguments and its name.
#pragma once

#include <stddef.h>

namespace tack::rt {

struct Arguments {
  int count;
  char* const* texts;
};
Arguments program_arguments();

// The last part of the first argument, without ".exe" and, for programs that run in memory, ".xc":
// both ways of running have one store of settings. Cut where it does not fit.
void program_name(char* out, size_t room);

}  // namespace tack::rt
