// SPDX-License-Identifier: Apache-2.0
#include "fuzz/c89_executor.hpp"

#include <optional>

#include "c89/c_runner.hpp"

namespace tack::fuzz {
namespace {

Output run(const Program& program, const c89::Library& library, const c89::Program& compiled) {
  Output output;
  for (const Buffer& buffer : program.buffers)
    output.buffers.push_back(buffer.same_as < 0 ? buffer.bytes : std::vector<uint8_t>{});
  c89::Launch launch;
  for (size_t i = 0; i < program.buffers.size(); ++i) {
    const Buffer& b = program.buffers[i];
    auto& bytes = output.buffers[b.same_as < 0 ? i : static_cast<size_t>(b.same_as)];
    launch.buffers.emplace_back(bytes.data(), b.length());
  }
  launch.numbers = program.numbers;
  launch.extents = program.extents;
  output.reductions = program.reductions;
  launch.reductions = &output.reductions;
  library.run(compiled, c89::Header(program.kernel()), launch);
  return output;
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
  auto library = c89::Library::build(compiled, "-O1");
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

void add_c89_executor(std::vector<Executor>& rows) { rows.push_back({"c89", "c89", run_batch}); }

}  // namespace tack::fuzz
