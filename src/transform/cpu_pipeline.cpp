// SPDX-License-Identifier: Apache-2.0
#include "transform/cpu_pipeline.hpp"

#include "transform/inline_calls.hpp"
#include "transform/lower_buffers.hpp"
#include "transform/lower_reductions.hpp"
#include "transform/raise_cpu_entry.hpp"
#include "transform/split_aggregates.hpp"
#include "transform/vectorise.hpp"

namespace tack::transform {
namespace {

void vectorise_kernels(ir::Module& module, uint32_t width) {
  for (auto& function : module.functions) {
    if (!function->is_kernel() || why_not_vectorise(*function)) continue;
    uint32_t lanes = width != 0 ? width : 8;
    if (lanes > 1) vectorise(*function, static_cast<uint16_t>(lanes));
  }
}

}  // namespace

std::vector<Step> cpu_pipeline(const CpuOptions& options) {
  using ir::Module;
  using ir::Stage;
  CpuEntryOptions entry;
  entry.suffix = options.suffix;
  uint32_t width = options.width;
  return {
      // Recursion is refused by the front ends.
      {"inline_calls", [](Module& m) { (void)inline_calls(m).ok(); }, Stage::Source},
      {"drop_unused", drop_unused_functions, Stage::Source},
      {"split_aggregates", split_aggregates, Stage::Source},
      {"lower_reductions", [](Module& m) { lower_reductions(m); }, Stage::Source},
      {"vectorise", [width](Module& m) { vectorise_kernels(m, width); }, Stage::Gang},
      {"lower_buffers", lower_buffers, Stage::Target},
      {"raise_cpu_entry", [entry](Module& m) { raise_cpu_entry(m, entry); }, Stage::Target},
  };
}

}  // namespace tack::transform
