// SPDX-License-Identifier: Apache-2.0
#include "transform/cpu_pipeline.hpp"

#include "transform/lower_buffers.hpp"
#include "transform/raise_cpu_entry.hpp"

namespace tack::transform {

std::vector<Step> cpu_pipeline(const CpuOptions& options) {
  using ir::Stage;
  CpuEntryOptions entry;
  entry.suffix = options.suffix;
  return {
      {"lower_buffers", lower_buffers, Stage::Target},
      {"raise_cpu_entry", [entry](ir::Module& m) { raise_cpu_entry(m, entry); }, Stage::Target},
  };
}

}  // namespace tack::transform
