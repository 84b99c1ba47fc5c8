// SPDX-License-Identifier: Apache-2.0
#include "driver/cpu/cpu_executor.hpp"

#include <array>
#include <cstring>

#include "ir/text.hpp"
#include "ir/verifier.hpp"

namespace tack::driver {
namespace {

constexpr std::array<std::string_view, 4> kIsas = {"sse2", "sse4", "avx2", "avx512"};

int isa_level(std::string_view name) {
  for (size_t i = 0; i < kIsas.size(); ++i) {
    if (kIsas[i] == name) return static_cast<int>(i);
  }
  return -1;
}

}  // namespace

std::string cpu_isa_name() {
  int32_t isa = tack_rt_cpu_isa();
  return isa >= 0 && isa < 4 ? std::string(kIsas[static_cast<size_t>(isa)]) : "";
}

bool cpu_has(std::string_view isa) {
  int level = isa_level(isa);
  return level >= 0 && level <= tack_rt_cpu_isa() && tack_rt_cpu_isa() < 4;
}

Result<std::string> cpu_compile(const ir::Module& module, const CpuCompileOptions& options) {
  std::string text = ir::print(module);
  if (options.run_pipeline) {
    auto copy = ir::parse(text);
    if (!copy) return copy.error();
    transform::PipelineOptions run;
    run.verify = options.verify;
    auto done = transform::run_pipeline(**copy, transform::cpu_pipeline(options.pipeline), run);
    if (!done) return done.error();
    text = ir::print(**copy);
  }
  llvm_backend::CompileOptions compile;
  compile.isa = options.pipeline.isa;
  compile.optimize = options.optimize;
  compile.emit = options.emit;
  compile.tune = options.tune;
  return llvm_backend::compile(text, compile);
}

Result<std::unique_ptr<CpuProgram>> CpuProgram::compile(const ir::Module& module,
                                                        const CpuCompileOptions& options,
                                                        const runtime::Resolver& resolver) {
  if (!cpu_has(options.pipeline.isa)) return Error{"this machine has no " + options.pipeline.isa};
  auto object = cpu_compile(module, options);
  if (!object) return object.error();
  std::span<const uint8_t> bytes(reinterpret_cast<const uint8_t*>(object->data()), object->size());
  auto loaded = runtime::load_object(bytes, resolver);
  if (!loaded) return loaded.error();
  auto program = std::make_unique<CpuProgram>();
  program->isa_ = options.pipeline.isa;
  program->suffix_ = options.pipeline.suffix;
  program->object_ = std::move(*loaded);
  return program;
}

Result<void> CpuProgram::launch(const ir::Function& kernel, std::span<const CpuArgument> arguments,
                                std::span<const int64_t> extents,
                                std::vector<uint64_t>& reductions) {
  auto entry = reinterpret_cast<tack_rt_entry>(object_->find(kernel.name + suffix_));
  if (!entry) return Error{"no kernel @" + kernel.name};
  return launch_entry(entry, kernel, arguments, extents, reductions);
}

}  // namespace tack::driver
