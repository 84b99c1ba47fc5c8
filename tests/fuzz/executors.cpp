// SPDX-License-Identifier: Apache-2.0
#include "fuzz/executors.hpp"

#include "fuzz/vulkan_executors.hpp"
#include "ir/text.hpp"
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

// The program's module after passes, the verifier after each.
Result<Program> transformed(const Program& program, const std::vector<std::string>& passes) {
  Program changed = copy(program);
  ir::Stage stage = ir::Stage::Source;
  for (const std::string& text : passes) {
    size_t colon = text.find(':');
    const transform::PassInfo* pass = transform::pass_named(text.substr(0, colon));
    if (!pass) return Error{"no pass " + text};
    std::string option = colon == std::string::npos ? "" : text.substr(colon + 1);
    Result<void> done = pass->run(*changed.module, option);
    if (!done.ok()) return Error{text + ": " + done.error().message};
    if (pass->stage) stage = *pass->stage;
    std::string fault = ir::verify(*changed.module, stage);
    if (!fault.empty()) return Error{"after " + text + ": " + fault};
  }
  return changed;
}

// The interpreter after passes.
Executor after_passes(std::string name, std::vector<std::string> passes,
                      interp::Options options = {}) {
  return one_by_one(std::move(name), "interp",
                    [passes, options](const Program& program) -> Result<Output> {
                      Result<Program> changed = transformed(program, passes);
                      if (!changed.ok()) return changed.error();
                      return run_interpreter(program, changed->kernel(), options);
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
    rows.push_back(
        one_by_one("interp:text", "interp", [](const Program& program) -> Result<Output> {
          std::string text = ir::print(*program.module);
          Result<std::unique_ptr<ir::Module>> module = ir::parse(text);
          if (!module.ok()) return module.error();
          if (ir::print(**module) != text) return Error{"prints in another way when parsed"};
          return run_interpreter(program, *(*module)->find_function("k"), {});
        }));
    rows.push_back(after_passes("interp:inline_calls", {"inline_calls", "drop_unused"}));
    rows.push_back(after_passes("interp:lower_exits", {"lower_exits"}));
    rows.push_back(after_passes("interp:promote_vars", {"promote_vars"}));
    rows.push_back(after_passes("interp:simplify", {"simplify"}));
    const std::vector<std::string> optimised = {"inline_calls", "split_aggregates", "promote_vars",
                                                "simplify",     "promote_vars",     "simplify"};
    rows.push_back(after_passes("interp:optimised", optimised));
    std::vector<std::string> gang = optimised;
    gang.insert(gang.end(), {"vectorise:8", "simplify"});
    rows.push_back(after_passes("interp:optimised_gang8", gang));
    for (int width : {4, 8, 16, 32}) {
      interp::Options options;
      if (width == 8) options.chunk = 64;
      if (width == 16) options.order = interp::Order::Reverse;
      std::string w = std::to_string(width);
      rows.push_back(after_passes("interp:gang" + w,
                                  {"inline_calls", "split_aggregates", "vectorise:" + w}, options));
    }
    add_vulkan_executors(rows);
    return rows;
  }();
  return table;
}

}  // namespace tack::fuzz
