// SPDX-License-Identifier: Apache-2.0
// One kernel through every way to run it.
#pragma once

#include <set>

#include "kernel_fuzz/reference.hpp"
#include "kernel_fuzz/tree.hpp"

namespace tack::kernel_fuzz {

// Where a kernel went wrong, in the order in which ways are tried.
enum class Stage : uint8_t {
  Fine,
  Refused,      // by the front end, or what it made by the verifier
  Checks,       // the interpreter objects: a guard did not guard, iterations conflict
  Interpreter,  // without the checks, in another order of iterations
  Compiled,     // machine code
  Crashed,      // a signal ended the process
  Reference     // Python computes something else
};

struct Verdict {
  Stage stage = Stage::Fine;
  std::string text;
};

struct Ways {
  bool compiled = true;
  Reference* reference = nullptr;
};

// `lines`: of the text, at which something ran. `referred`: whether the reference had a say.
Verdict examine(const Case& c, const Ways& ways, std::set<uint32_t>* lines = nullptr,
                bool* referred = nullptr);

// The same in a process of its own, which may crash.
Verdict examine_apart(const Case& c, const Ways& ways);

const char* stage_name(Stage stage);

}  // namespace tack::kernel_fuzz
