// SPDX-License-Identifier: Apache-2.0
// --run --check: the program in the interpreter, which reports what goes wrong without a word
// otherwise.
#pragma once

#include <string>
#include <vector>

#include "ir/ir.hpp"
#include "support/result.hpp"

namespace tack::xcc {

// Runs main of a module at Stage::Source. The program's status, or 1 where that is 0 and something
// was found. Functions without a body are those of this process.
Result<int> checked_run(const ir::Module& module, const std::vector<std::string>& arguments);

}  // namespace tack::xcc
