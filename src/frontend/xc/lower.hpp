// SPDX-License-Identifier: Apache-2.0
// The checked tree to IR at Stage::Source.
#pragma once

#include <memory>

#include "frontend/xc/ast.hpp"
#include "frontend/xc/messages.hpp"
#include "ir/ir.hpp"

namespace tack::xc {

struct LowerOptions {
  bool export_functions = false;  // functions keep their names, for other objects
  bool atomic_counts = false;     // threads share objects
};

// What this compiler cannot lower yet is an error; the module is then not to be used.
std::unique_ptr<ir::Module> lower_program(Program& program, Types& types,
                                          const LowerOptions& options, Reporter& reporter);

}  // namespace tack::xc
