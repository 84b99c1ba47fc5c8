// SPDX-License-Identifier: Apache-2.0
// Ways to run a case: the interpreter on what the front end made, and compiled code.
#pragma once

#include <functional>
#include <memory>
#include <set>

#include "frontend/python/frontend.hpp"
#include "kernel_fuzz/case.hpp"

namespace tack::kernel_fuzz {

// The front end's part. `traced`: with the checks of `tack run --check`.
struct Lowered {
  std::unique_ptr<python::Compiled> compiled;
  python::LaunchBounds bounds;
};
Result<Lowered> lower(const Case& c, bool traced, bool checks = false);

struct InterpreterSettings {
  bool shuffled = false;
  std::set<uint32_t>* lines = nullptr;  // of the text, at which something ran
};
// An error says what is wrong with the kernel too: an index outside, a conflict of iterations and,
// where it promises to be strict, a division by zero, a shift too far, a local without a value.
Result<Output> interpret(const Case& c, Lowered& lowered, const InterpreterSettings& settings);

// Whether this build has the code generator; without it run_compiled() is an Error.
bool has_compiler();
// The CPU path as c.way says.
Result<Output> run_compiled(const Case& c, Lowered& lowered);

// Which of the instruction sets that tests draw this machine has.
const std::vector<std::string>& isas();

}  // namespace tack::kernel_fuzz
