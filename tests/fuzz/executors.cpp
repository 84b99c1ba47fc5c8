// SPDX-License-Identifier: Apache-2.0
#include "fuzz/executors.hpp"

#include "ir/verifier.hpp"
#include "transform/passes.hpp"

namespace tack::fuzz {
namespace {

// Programs are small; what runs longer than this is a loop that lost its end.
constexpr uint64_t kSteps = 3'000'000;

Result<Output> run_machine(const Program& program, const ir::Function& kernel,
                           interp::Options options,
                           const std::function<void(const ir::Inst&)>& visit_ran) {
  options.steps = kSteps;
  interp::Machine machine(kernel.module, options);
  std::vector<std::vector<uint8_t>> memory;
  for (const Buffer& buffer : program.buffers)
    memory.push_back(buffer.same_as < 0 ? buffer.bytes : std::vector<uint8_t>{});
  interp::Words arguments;
  size_t buffer = 0, number = 0;
  for (const ir::Inst* p : program.kernel().params) {
    if (p->type.is_buffer()) {
      const Buffer& b = program.buffers[buffer];
      std::vector<uint8_t>& bytes = memory[b.same_as < 0 ? buffer : static_cast<size_t>(b.same_as)];
      Result<uint64_t> address = machine.map(bytes.data(), bytes.size());
      if (!address.ok()) return address.error();
      arguments.push_back(*address);
      arguments.push_back(static_cast<uint64_t>(b.length()));
      ++buffer;
    } else {
      arguments.push_back(program.numbers[number++]);
    }
  }
  Output output;
  output.reductions = program.reductions;
  Result<void> done = machine.launch(kernel, program.extents, arguments, output.reductions);
  if (!done.ok()) return done.error();
  if (!machine.faults().empty()) return Error{machine.faults()[0].text};
  if (visit_ran) machine.visit_ran(visit_ran);
  output.buffers = std::move(memory);
  return output;
}

// A row that runs programs one by one.
template <class Run>
Executor one_by_one(std::string name, std::string group, Run run) {
  return {std::move(name), std::move(group), [run](std::span<const Program* const> programs) {
            std::vector<Result<Output>> results;
            for (const Program* program : programs) results.push_back(run(*program));
            return results;
          }};
}

// The interpreter after passes, the verifier after each.
Executor after_passes(std::string name, std::vector<std::string> passes) {
  return one_by_one(std::move(name), "interp", [passes](const Program& program) -> Result<Output> {
    Program changed = copy(program);
    ir::Stage stage = ir::Stage::Source;
    for (const std::string& text : passes) {
      size_t colon = text.find(':');
      const transform::PassInfo* pass = transform::pass_named(text.substr(0, colon));
      if (!pass) return Error{"no pass " + text};
      Result<void> done =
          pass->run(*changed.module,
                    colon == std::string::npos ? "" : std::string_view(text).substr(colon + 1));
      if (!done.ok()) return Error{text + ": " + done.error().message};
      if (pass->stage) stage = *pass->stage;
      std::string fault = ir::verify(*changed.module, stage);
      if (!fault.empty()) return Error{"after " + text + ": " + fault};
    }
    return run_interpreter(program, changed.kernel(), {});
  });
}

}  // namespace

Result<Output> run_source(const Program& program, interp::Options options,
                          const std::function<void(const ir::Inst&)>& visit_ran) {
  return run_machine(program, program.kernel(), std::move(options), visit_ran);
}

Result<Output> run_interpreter(const Program& program, const ir::Function& kernel,
                               interp::Options options) {
  return run_machine(program, kernel, std::move(options), {});
}

const std::vector<Executor>& executors() {
  static const std::vector<Executor> table = [] {
    std::vector<Executor> rows;
    rows.push_back(one_by_one("interp:shuffled", "interp", [](const Program& program) {
      interp::Options options;
      options.order = interp::Order::Shuffled;
      options.seed = static_cast<uint64_t>(program.items());
      return run_source(program, options);
    }));
    rows.push_back(after_passes("interp:text", {"identity"}));
    return rows;
  }();
  return table;
}

}  // namespace tack::fuzz
