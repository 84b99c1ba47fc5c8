// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/build.hpp"

#include <cstdlib>

#include "backend/llvm/open.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"
#include "runtime/tack_rt.h"
#include "transform/cpu_limits.hpp"
#include "transform/lower_launch.hpp"

namespace tack::xcc {
namespace {

struct Isa {
  const char* name;
  uint8_t number;
};
constexpr Isa kIsas[] = {
    {"avx512", TACK_RT_ISA_AVX512}, {"avx2", TACK_RT_ISA_AVX2}, {"sse2", TACK_RT_ISA_ANY}};

}  // namespace

Result<Objects> build(std::unique_ptr<ir::Module> module, const BuildOptions& options) {
  Objects out;
  std::string fault = ir::verify(*module, ir::Stage::Source);
  if (!fault.empty()) return Error{"the front end made a wrong module: " + fault};
  module->requires_locations = false;  // passes add instructions that stand nowhere in the source
  bool has_kernels = false;
  for (const auto& f : module->functions) has_kernels = has_kernels || f->is_kernel();
  std::vector<transform::LaunchVariant> variants;
  llvm_backend::CompileOptions compile;
  compile.optimize = options.optimize;
  compile.emit = options.assembly ? llvm_backend::Emit::Assembly : llvm_backend::Emit::Object;
  // The pipelines change what they are given: each starts from the text.
  std::string text;
  if (has_kernels) text = ir::print(*module, {true});
  int32_t machine = tack_rt_cpu_isa();
  for (const Isa& isa : kIsas) {
    if (!has_kernels) break;
    if (options.this_machine && isa.number > machine) continue;
    for (bool small : {true, false}) {
      Result<std::unique_ptr<ir::Module>> kernels = ir::parse(text);
      if (!kernels) return Error{"the program's IR does not read back: " + kernels.error().message};
      transform::keep_kernels(**kernels, small);
      std::string suffix = std::string(".") + isa.name + (small ? ".small" : "");
      transform::CpuOptions cpu;
      cpu.isa = isa.name;
      cpu.suffix = suffix;
      Result<void> lowered =
          transform::run_cpu_pipeline(**kernels, cpu, std::getenv("TACK_VERIFY") != nullptr);
      if (!lowered) {
        out.refusal = "a par block cannot be compiled: " + lowered.error().message;
        return out;
      }
      compile.isa = isa.name;
      compile.tune = llvm_backend::Tune::Kernels;
      Result<std::string> object = llvm_backend::compile(ir::print(**kernels), compile);
      if (!object) return object.error();
      out.kernels.push_back(std::move(*object));
      variants.push_back({suffix, isa.number, small});
    }
  }
  transform::lower_launch(*module, variants, "tack_rt_xc_launch");
  fault = ir::verify(*module, ir::Stage::Target);
  if (!fault.empty()) return Error{"lower_launch made a wrong module: " + fault};
  compile.isa = "sse2";
  compile.tune = llvm_backend::Tune::Host;
  Result<std::string> host = llvm_backend::compile(ir::print(*module), compile);
  if (!host && host.error().message.starts_with("assembly at ")) {
    out.refusal = host.error().message;
    return out;
  }
  if (!host) return host.error();
  out.host = std::move(*host);
  return out;
}

}  // namespace tack::xcc
