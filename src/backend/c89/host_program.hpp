// SPDX-License-Identifier: Apache-2.0
// A whole program as one C file: host code at the target stage and the entries of its kernels.
#pragma once

#include <span>
#include <string>

#include "ir/ir.hpp"
#include "support/result.hpp"

namespace tack::c89 {

// Prints what the exports reach. What one module exports and another has as an extern is one
// function, and no export of the file. An error names what C has no form for.
Result<std::string> print_program(std::span<const ir::Module* const> modules);

}  // namespace tack::c89
