// SPDX-License-Identifier: Apache-2.0
#include "fuzz/executors.hpp"

#include "fuzz/c89_executor.hpp"
#include "fuzz/vulkan_executors.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"
#include "transform/cpu_pipeline.hpp"
#include "transform/passes.hpp"

namespace tack::fuzz {
namespace {

// Programs are small; what runs longer than this is a loop that lost its end.
constexpr uint64_t kSteps = 3'000'000;

// The memory of one launch on a machine: what is left in it is the output.
struct Launch {
  const Program& program;
  Output output;

  explicit Launch(const Program& p) : program(p) {
    for (const Buffer& buffer : p.buffers)
      output.buffers.push_back(buffer.same_as < 0 ? buffer.bytes : std::vector<uint8_t>{});
    output.reductions = p.reductions;
  }

  Result<void> map(interp::Machine& machine, interp::Words& arguments) {
    size_t buffer = 0, number = 0;
    for (const ir::Inst* p : program.kernel().params) {
      if (!p->type.is_buffer()) {
        arguments.push_back(program.numbers[number++]);
        continue;
      }
      const Buffer& b = program.buffers[buffer];
      size_t own = b.same_as < 0 ? buffer : static_cast<size_t>(b.same_as);
      Result<uint64_t> at = machine.map(output.buffers[own].data(), output.buffers[own].size());
      if (!at.ok()) return at.error();
      arguments.push_back(*at);
      arguments.push_back(static_cast<uint64_t>(b.length()));
      ++buffer;
    }
    return {};
  }
};

Result<Output> run_machine(const Program& program, const ir::Function& kernel,
                           interp::Options options,
                           const std::function<void(const ir::Inst&)>& visit_ran) {
  options.steps = kSteps;
  interp::Machine machine(kernel.module, options);
  Launch launch(program);
  interp::Words arguments;
  Result<void> done = launch.map(machine, arguments);
  if (!done.ok()) return done.error();
  done = machine.launch(kernel, program.extents, arguments, launch.output.reductions);
  if (!done.ok()) return done.error();
  if (!machine.faults().empty()) return Error{machine.faults()[0].text};
  if (visit_ran) machine.visit_ran(visit_ran);
  return std::move(launch.output);
}

// The program's module after passes. The verifier looks at the end, and after each pass when it
// finds something there.
Result<Program> transformed(const Program& program, const std::vector<std::string>& passes,
                            bool verify_each = false) {
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
    if (!verify_each && &text != &passes.back()) continue;
    std::string fault = ir::verify(*changed.module, stage);
    if (fault.empty()) continue;
    if (!verify_each) return transformed(program, passes, true);
    return Error{"after " + text + ": " + fault};
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

// The kernel as the CPU's entry function, before any code generator, in calls of 64 items.
Result<Output> run_entry(const Program& program) {
  constexpr uint32_t kWidths[] = {1, 4, 8, 16, 32};
  transform::CpuOptions cpu;
  cpu.width = kWidths[program.seed % 5];
  Program changed = copy(program);
  Result<void> done = transform::run_pipeline(*changed.module, transform::cpu_pipeline(cpu), {});
  std::string fault = ir::verify(*changed.module, ir::Stage::Target);
  if (done.ok() && !fault.empty()) {
    changed = copy(program);
    transform::PipelineOptions options;
    options.verify = true;  // names the step
    done = transform::run_pipeline(*changed.module, transform::cpu_pipeline(cpu), options);
  }
  if (!done.ok()) return done.error();
  const ir::Function* entry = changed.module->find_function("k");
  interp::Options limits;
  limits.steps = kSteps;
  interp::Machine machine(*changed.module, limits);
  Launch launch(program);
  interp::Words arguments;
  Result<void> mapped = launch.map(machine, arguments);
  if (!mapped.ok()) return mapped.error();
  done = machine.launch_entry(*entry, program.kernel(), program.extents, arguments,
                              launch.output.reductions, program.seed % 3 == 0 ? 64 : 0);
  if (!done.ok()) return done.error();
  return std::move(launch.output);
}

}  // namespace

const Program* running = nullptr;

Executor one_by_one(std::string name, std::string group,
                    std::function<Result<Output>(const Program&)> run) {
  return {std::move(name), std::move(group),
          [run = std::move(run)](std::span<const Program* const> programs) {
            std::vector<Result<Output>> results;
            for (const Program* program : programs) {
              running = program;
              results.push_back(run(*program));
            }
            running = nullptr;
            return results;
          },
          false};
}

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
    rows.push_back(after_passes("interp:narrow", {"narrow"}));
    // What a CPU runs, up to addresses.
    std::vector<std::string> cpu = optimised;
    cpu.insert(cpu.end(), {"narrow", "simplify", "vectorise:16", "simplify"});
    rows.push_back(after_passes("interp:cpu16", cpu));
    for (int width : {4, 8, 16, 32}) {
      interp::Options options;
      if (width == 8) options.chunk = 64;
      if (width == 16) options.order = interp::Order::Reverse;
      std::string w = std::to_string(width);
      rows.push_back(after_passes("interp:gang" + w,
                                  {"inline_calls", "split_aggregates", "vectorise:" + w}, options));
    }
    add_c89_executor(rows);
    add_c_program_executor(rows);
    add_raised_executors(rows);
    add_vulkan_executors(rows);
    rows.push_back(one_by_one("interp:entry", "interp", run_entry));
#ifdef TACK_FUZZ_LLVM
    add_llvm_executors(rows);
#endif
    return rows;
  }();
  return table;
}

}  // namespace tack::fuzz
