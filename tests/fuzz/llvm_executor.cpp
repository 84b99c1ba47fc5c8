// SPDX-License-Identifier: Apache-2.0
// Compiled by LLVM and run on this CPU: each program draws one width and instruction set.
#ifdef TACK_FUZZ_LLVM

#include <iterator>
#include <memory>

#include "driver/cpu/cpu_executor.hpp"
#include "fuzz/cpu_arguments.hpp"
#include "fuzz/executors.hpp"

namespace tack::fuzz {
namespace {

constexpr uint32_t kWidths[] = {1, 4, 8, 16, 32};
// Compiling takes 10 ms a program for one lane, 25 for 4, 80 for 32.
constexpr uint32_t kDraws[] = {1, 4, 8, 16, 1, 4, 8, 1, 4, 8, 32, 1, 4, 8, 16, 1};

std::vector<std::string> isas() {
  std::vector<std::string> found;
  for (const char* isa : {"sse2", "sse4", "avx2", "avx512"}) {
    if (driver::cpu_has(isa)) found.push_back(isa);
  }
  return found;
}

Result<Output> run_compiled(const Program& program, const std::string& isa, uint32_t width) {
  driver::CpuCompileOptions options;
  options.pipeline.isa = isa;
  options.pipeline.width = width;
  auto compiled = driver::CpuProgram::compile(*program.module, options);
  if (!compiled.ok()) return compiled.error();

  GuardedBuffers memory(program);
  std::vector<driver::CpuArgument> arguments = cpu_arguments(program, memory);
  Output output;
  output.reductions = program.reductions;
  Result<void> done =
      (*compiled)->launch(program.kernel(), arguments, program.extents, output.reductions);
  if (!done.ok()) return done.error();
  return memory.leave(std::move(output));
}

}  // namespace

void add_llvm_executors(std::vector<Executor>& table) {
  table.push_back(one_by_one("llvm", "llvm", [isas = isas()](const Program& program) {
    return run_compiled(program, isas[program.seed % isas.size()],
                        kDraws[program.seed / isas.size() % std::size(kDraws)]);
  }));
  for (uint32_t width : kWidths) {
    Executor row =
        one_by_one("llvm:" + std::to_string(width), "llvm:widths",
                   [isas = isas(), width](const Program& program) {
                     return run_compiled(program, isas[program.seed % isas.size()], width);
                   });
    row.on_demand = true;
    table.push_back(std::move(row));
  }
}

}  // namespace tack::fuzz

#endif
