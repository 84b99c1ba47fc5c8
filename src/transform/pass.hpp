// SPDX-License-Identifier: Apache-2.0
// A pipeline is a flat list of named steps, readable as a script; each target has one.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <vector>

#include "ir/ir.hpp"
#include "ir/verifier.hpp"
#include "support/result.hpp"

namespace tack::transform {

struct Step {
  std::string_view name;
  std::function<void(ir::Module&)> run;
  ir::Stage stage = ir::Stage::Source;  // what holds after it
};

struct PipelineOptions {
  std::vector<std::string> print_after;  // step names; "all" for each
  std::string stop_after;                // empty: run to the end
  bool verify = false;                   // after each step; a fault names the step
  std::function<void(std::string_view step, const std::string& text)> on_print;
};

// An error names an unknown step of the options, or the step after which the verifier failed.
Result<void> run_pipeline(ir::Module& module, const std::vector<Step>& steps,
                          const PipelineOptions& options);

}  // namespace tack::transform
