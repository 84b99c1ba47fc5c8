// SPDX-License-Identifier: Apache-2.0
#include "driver/xcc/emit_c.hpp"

#include <algorithm>
#include <cstdlib>

#include "backend/c89/host_program.hpp"
#include "ir/text.hpp"
#include "ir/verifier.hpp"
#include "runtime/tack_rt.h"
#include "transform/cpu_limits.hpp"
#include "transform/lower_launch.hpp"

namespace tack::xcc {

// The kernels' half and the host's are lowered apart, as for objects, and printed together.
Result<CText> emit_c(std::unique_ptr<ir::Module> module) {
  CText out;
  std::string fault = ir::verify(*module, ir::Stage::Source);
  if (!fault.empty()) return Error{"the front end made a wrong module: " + fault};
  module->requires_locations = false;
  bool has_kernels = std::any_of(module->functions.begin(), module->functions.end(),
                                 [](const auto& f) { return f->is_kernel(); });
  std::unique_ptr<ir::Module> kernels;
  const std::string suffix = ".c";
  if (has_kernels) {
    Result<std::unique_ptr<ir::Module>> copy = ir::parse(ir::print(*module, {true}));
    if (!copy) return Error{"the program's IR does not read back: " + copy.error().message};
    kernels = std::move(*copy);
    transform::keep_kernels(*kernels, false);
    transform::CpuOptions cpu;
    cpu.isa = "sse2";
    cpu.width = 1;  // C has no lanes
    cpu.suffix = suffix;
    Result<void> lowered =
        transform::run_cpu_pipeline(*kernels, cpu, std::getenv("TACK_VERIFY") != nullptr);
    if (!lowered) {
      out.refusal = "a par block cannot be compiled: " + lowered.error().message;
      return out;
    }
  }
  transform::lower_launch(*module, {{suffix, TACK_RT_ISA_ANY, false}}, "tack_rt_xc_launch");
  fault = ir::verify(*module, ir::Stage::Target);
  if (!fault.empty()) return Error{"lower_launch made a wrong module: " + fault};
  std::vector<const ir::Module*> modules;
  if (kernels) modules.push_back(kernels.get());
  modules.push_back(module.get());
  Result<std::string> text = c89::print_program(modules);
  if (!text) {
    out.refusal = text.error().message;
    return out;
  }
  out.text = std::move(*text);
  return out;
}

}  // namespace tack::xcc
