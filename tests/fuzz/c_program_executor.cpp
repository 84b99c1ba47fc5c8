// SPDX-License-Identifier: Apache-2.0
// The C that `xcc -S --emit=c` prints of kernels: a batch is one file, compiled by gcc.
#include "c89/c_program.hpp"
#include "fuzz/cpu_arguments.hpp"
#include "fuzz/executors.hpp"

namespace tack::fuzz {
namespace {

Result<Output> run(const Program& program, tack_rt_entry entry) {
  GuardedBuffers memory(program);
  std::vector<driver::CpuArgument> arguments = cpu_arguments(program, memory);
  Output output;
  output.reductions = program.reductions;
  running = &program;
  Result<void> done =
      driver::launch_entry(entry, program.kernel(), arguments, program.extents, output.reductions);
  running = nullptr;
  if (!done.ok()) return done.error();
  return memory.leave(std::move(output));
}

std::vector<Result<Output>> run_batch(std::span<const Program* const> programs) {
  std::vector<Result<Output>> results(programs.size(), Error{"not run"});
  std::vector<Program> lowered;
  std::vector<const ir::Module*> modules;
  std::vector<size_t> places;
  for (size_t i = 0; i < programs.size(); ++i) {
    Program changed = copy(*programs[i]);
    changed.module->find_function("k")->name = "k" + std::to_string(i);
    Result<void> done = c89::CProgram::lower(*changed.module, true);
    if (!done.ok()) {
      results[i] = done.error();
      continue;
    }
    modules.push_back(changed.module.get());
    lowered.push_back(std::move(changed));
    places.push_back(i);
  }
  bool optimise = programs[0]->seed / programs.size() % 4 == 0;
  auto library = c89::CProgram::build(modules, optimise ? "-O2" : "-O0");
  for (size_t i : places) {
    results[i] = library.ok() ? run(*programs[i], (*library)->entry("k" + std::to_string(i)))
                              : Result<Output>(library.error());
  }
  return results;
}

}  // namespace

void add_c_program_executor(std::vector<Executor>& table) {
  table.push_back({"c", "c", run_batch, false});
}

}  // namespace tack::fuzz
