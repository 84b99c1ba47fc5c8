// SPDX-License-Identifier: Apache-2.0
// A program's module to objects: the host code for the x86-64 baseline, the kernels for every
// instruction set, with the choice among them left to the run.
#pragma once

#include <string>
#include <vector>

#include "ir/ir.hpp"
#include "support/result.hpp"

namespace tack::xcc {

struct Objects {
  std::vector<std::string> kernels;  // of each instruction set that was asked for
  std::string host;
  std::string refusal;  // what the program asks too much of; then there is no code
};

struct BuildOptions {
  bool optimize = true;
  bool assembly = false;      // text instead of objects
  bool this_machine = false;  // only what this processor runs
};

// An error is a fault of ours.
Result<Objects> build(std::unique_ptr<ir::Module> module, const BuildOptions& options);

}  // namespace tack::xcc
