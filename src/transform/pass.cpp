// SPDX-License-Identifier: Apache-2.0
#include "transform/pass.hpp"

#include <algorithm>

#include "ir/text.hpp"

namespace tack::transform {

Result<void> run_pipeline(ir::Module& module, const std::vector<Step>& steps,
                          const PipelineOptions& options) {
  auto is_step = [&](std::string_view name) {
    return std::any_of(steps.begin(), steps.end(), [&](const Step& s) { return s.name == name; });
  };
  std::vector<std::string> asked = options.print_after;
  std::erase(asked, "all");
  if (!options.stop_after.empty()) asked.push_back(options.stop_after);
  for (const std::string& name : asked) {
    if (is_step(name)) continue;
    std::string known;
    for (const Step& step : steps) known += " " + std::string(step.name);
    return Error{"no pass '" + name + "' in this pipeline; it has" + known};
  }
  auto wants_print = [&](std::string_view name) {
    return std::any_of(options.print_after.begin(), options.print_after.end(),
                       [&](const std::string& p) { return p == "all" || p == name; });
  };
  for (const Step& step : steps) {
    Result<void> done = step.run(module);
    if (!done) return Error{std::string(step.name) + ": " + done.error().message};
    if (options.on_print && wants_print(step.name)) options.on_print(step.name, ir::print(module));
    if (options.verify) {
      std::string fault = ir::verify(module, step.stage);
      if (!fault.empty()) return Error{"after " + std::string(step.name) + ": " + fault};
    }
    if (step.name == options.stop_after) break;
  }
  return {};
}

}  // namespace tack::transform
