// SPDX-License-Identifier: Apache-2.0
// Every way to run a program, as rows of one table.
#pragma once

#include <functional>
#include <span>
#include <string>
#include <vector>

#include "fuzz/program.hpp"
#include "interp/interp.hpp"
#include "support/result.hpp"

namespace tack::fuzz {

struct Executor {
  std::string name;
  std::string group;  // what --count speaks of: interp, raised, llvm, c89, c, vulkan
  // One result a program; a batch, since some ways to run cost most once. An Error whose text
  // starts with "skip:" leaves the program out.
  std::function<std::vector<Result<Output>>(std::span<const Program* const>)> run;
  bool on_demand = false;  // runs only when --only names it
};

// The oracle on the source; its faults (conflicts) are Errors.
Result<Output> run_source(const Program& program, interp::Options options = {},
                          const std::function<void(const ir::Inst&)>& visit_ran = {});
// The interpreter on `kernel`, which was made from the program's.
Result<Output> run_interpreter(const Program& program, const ir::Function& kernel,
                               interp::Options options);

// A row that runs programs one by one.
Executor one_by_one(std::string name, std::string group,
                    std::function<Result<Output>(const Program&)> run);

// The program that a way to run is busy with, for whoever catches a crash.
extern const Program* running;

const std::vector<Executor>& executors();
void add_c_program_executor(std::vector<Executor>& table);
// A part of the table that a build may lack.
void add_llvm_executors(std::vector<Executor>& table);

}  // namespace tack::fuzz
