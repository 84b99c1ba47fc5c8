// SPDX-License-Identifier: Apache-2.0
#include "transform/cpu_limits.hpp"

#include <algorithm>

#include "ir/flow.hpp"

namespace tack::transform {
namespace {

using ir::Inst;

// Native vector instructions of all kernels together. Compiling takes about 0.1 ms for each: half a
// minute for this many. Some 1,200 lines of float % have them, or thousands of plain arithmetic.
constexpr uint64_t kMaxWork = 300'000;
// Arrays in the frame of a kernel, which runs on threads with 8 MiB and on its caller's.
constexpr uint64_t kMaxFrame = 1 << 20;

uint64_t work_of(const ir::Module& module, const ir::Type& type) {
  if (!type.is_lanes()) return 1;
  uint64_t bits = uint64_t{type.lanes} * static_cast<uint64_t>(ir::bits_of(type));
  return std::max<uint64_t>(bits / std::max(module.target.vector_bits, 1u), 1);
}

Result<void> check_work(const ir::Module& module) {
  uint64_t work = 0;
  for (const auto& function : module.functions) {
    ir::walk(function->body, [&](const Inst& inst) {
      bool is_store = inst.type.is_void() && !inst.operands.empty();
      work += work_of(module, is_store ? inst.operands.back()->type : inst.type);
    });
  }
  if (work <= kMaxWork) return {};
  return Error{"it is too large: " + std::to_string(work) +
               " vector instructions after inlining, at most " + std::to_string(kMaxWork) +
               "; split it into several kernels"};
}

Result<void> check_frames(const ir::Module& module) {
  for (const auto& function : module.functions) {
    uint64_t bytes = 0;
    ir::walk(function->body, [&](const Inst& inst) {
      if (inst.is_var() && inst.aux.is_aggregate()) bytes += module.size_of(inst.aux);
    });
    if (bytes > kMaxFrame)
      return Error{
          "its local arrays take " + std::to_string(bytes) + " bytes of stack, at most " +
          std::to_string(kMaxFrame) +
          ", each call of a function counted; keep them in a global array or in one that is "
          "passed in, with a row for each item"};
  }
  return {};
}

}  // namespace

Result<void> run_cpu_pipeline(ir::Module& module, const CpuOptions& options, bool verifies) {
  PipelineOptions pipeline;
  pipeline.verify = verifies;
  std::vector<Step> steps = cpu_pipeline(options);
  // What is too large as it is need not be vectorised to see it.
  auto half = std::find_if(steps.begin(), steps.end(),
                           [](const Step& step) { return step.name == "vectorise"; });
  if (auto done = run_pipeline(module, {steps.begin(), half}, pipeline); !done) return done;
  if (auto fits = check_work(module); !fits) return fits;
  if (auto done = run_pipeline(module, {half, steps.end()}, pipeline); !done) return done;
  if (auto fits = check_work(module); !fits) return fits;
  return check_frames(module);
}

}  // namespace tack::transform
