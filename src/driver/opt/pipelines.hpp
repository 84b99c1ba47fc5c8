// SPDX-License-Identifier: Apache-2.0
// Every target's pipeline by name. A back end's list stands in the back end's folder.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "support/result.hpp"
#include "transform/pass.hpp"

namespace tack::driver {

struct Pipeline {
  std::string_view name;
  // For the module's first kernel, where a pipeline works on one.
  std::vector<transform::Step> (*steps)(const ir::Module& module);
  // The module's kernels as the target's text, from IR at Stage::Source; null: there is none.
  Result<std::string> (*emit)(const ir::Module& module, const transform::PipelineOptions& options);
};

const std::vector<Pipeline>& pipelines();

}  // namespace tack::driver
