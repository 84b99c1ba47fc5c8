// SPDX-License-Identifier: Apache-2.0
#include "fuzz/c89_executor.hpp"

#include <optional>

#include "c89/c_runner.hpp"
#include "fuzz/guarded.hpp"

namespace tack::fuzz {
namespace {

Result<Output> run(const Program& program, const c89::Library& library,
                   const c89::Program& compiled) {
  GuardedBuffers memory(program);
  c89::Launch launch;
  for (size_t i = 0; i < program.buffers.size(); ++i)
    launch.buffers.emplace_back(memory.data(i), program.buffers[i].length());
  launch.numbers = program.numbers;
  launch.extents = program.extents;
  Output output;
  output.reductions = program.reductions;
  launch.reductions = &output.reductions;
  running = &program;
  library.run(compiled, c89::Header(program.kernel()), launch);
  running = nullptr;
  return memory.leave(std::move(output));
}

// The function of C89 for the program, named by its place in the batch.
Result<c89::Program> compile(const Program& program, size_t place) {
  Program changed = copy(program);
  std::string name = "k" + std::to_string(place);
  changed.module->find_function("k")->name = name;
  transform::PipelineOptions options;
  options.verify = true;
  return c89::compile(*changed.module, name, options);
}

std::vector<Result<Output>> run_batch(std::span<const Program* const> programs) {
  std::vector<Result<Output>> results(programs.size(), Error{"not run"});
  std::vector<c89::Program> compiled;
  std::vector<size_t> places;
  for (size_t i = 0; i < programs.size(); ++i) {
    Result<c89::Program> one = compile(*programs[i], i);
    if (one.ok()) {
      places.push_back(i);
      compiled.push_back(std::move(*one));
    } else {
      bool has_no_form = one.error().message.find("has no form in C89") != std::string::npos;
      results[i] = Error{(has_no_form ? "skip: " : "") + one.error().message};
    }
  }
  if (compiled.empty()) return results;
  // Optimising takes gcc three times as long, and one batch in eight shows what depends on it.
  bool optimise = programs[0]->seed / programs.size() % 8 == 0;
  auto library = c89::Library::build(compiled, optimise ? "-O1" : "-O0");
  for (size_t k = 0; k < places.size(); ++k) {
    Result<Output>& result = results[places[k]];
    if (!library.ok()) {
      result = library.error();
    } else {
      result = run(*programs[places[k]], **library, compiled[k]);
    }
  }
  return results;
}

}  // namespace

void add_c89_executor(std::vector<Executor>& rows) {
  rows.push_back({"c89", "c89", run_batch, false});
}

}  // namespace tack::fuzz
