// SPDX-License-Identifier: Apache-2.0
// Compiled by LLVM and run on this CPU: each program draws one width and instruction set.
#ifdef TACK_FUZZ_LLVM

#include <memory>

#include "driver/cpu/cpu_executor.hpp"
#include "fuzz/executors.hpp"
#include "fuzz/guarded.hpp"

namespace tack::fuzz {
namespace {

Result<Output> run_compiled(const Program& program) {
  std::vector<std::string> isas;
  for (const char* isa : {"sse2", "sse4", "avx2", "avx512"}) {
    if (driver::cpu_has(isa)) isas.push_back(isa);
  }
  constexpr uint32_t kWidths[] = {1, 4, 8, 16, 32};
  driver::CpuCompileOptions options;
  options.pipeline.isa = isas[program.seed % isas.size()];
  options.pipeline.width = kWidths[program.seed / isas.size() % 5];
  auto compiled = driver::CpuProgram::compile(*program.module, options);
  if (!compiled.ok()) return compiled.error();

  std::vector<std::unique_ptr<Guarded>> memory;
  std::vector<driver::CpuArgument> arguments;
  size_t buffer = 0, number = 0;
  for (const ir::Inst* p : program.kernel().params) {
    if (!p->type.is_buffer()) {
      arguments.push_back({program.numbers[number++], nullptr, 0, false});
      continue;
    }
    const Buffer& b = program.buffers[buffer];
    memory.push_back(b.same_as < 0 ? std::make_unique<Guarded>(b.bytes) : nullptr);
    Guarded& at = *memory[b.same_as < 0 ? buffer : static_cast<size_t>(b.same_as)];
    arguments.push_back({0, at.data(), b.length(), true});
    ++buffer;
  }
  Output output;
  output.reductions = program.reductions;
  Result<void> done =
      (*compiled)->launch(program.kernel(), arguments, program.extents, output.reductions);
  if (!done.ok()) return done.error();
  for (size_t i = 0; i < memory.size(); ++i) {
    output.buffers.push_back(memory[i] ? memory[i]->bytes() : std::vector<uint8_t>{});
    if (memory[i] && !memory[i]->is_intact())
      return Error{"writes before buffer " + std::to_string(i)};
  }
  return output;
}

}  // namespace

void add_llvm_executors(std::vector<Executor>& table) {
  table.push_back(one_by_one("llvm", "llvm", run_compiled));
}

}  // namespace tack::fuzz

#endif
