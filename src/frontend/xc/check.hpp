// SPDX-License-Identifier: Apache-2.0
// Types, names, conversions and rules: the tree in, the same tree with meanings out.
#pragma once

#include <set>
#include <string>
#include <vector>

#include "frontend/xc/ast.hpp"
#include "frontend/xc/messages.hpp"

namespace tack::xc {

struct CheckOptions {
  bool par_imported = false;
};

void check_program(Program& program, Types& types, const CheckOptions& options, Reporter& reporter);

// What a par block may contain and whether its items are independent; after check_program.
void check_pars(Program& program, Types& types, Reporter& reporter);

// Warnings about what functions without errors do for nothing; after check_program.
void analyze(const Program& program, Reporter& reporter);

}  // namespace tack::xc
