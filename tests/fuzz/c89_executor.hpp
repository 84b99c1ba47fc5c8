// SPDX-License-Identifier: Apache-2.0
// C89 as a way to run programs: a batch is one C file.
#pragma once

#include <vector>

#include "fuzz/executors.hpp"

namespace tack::fuzz {

// Programs with an op that C89 has no form for are skipped.
void add_c89_executor(std::vector<Executor>& rows);

}  // namespace tack::fuzz
