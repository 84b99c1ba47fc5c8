// SPDX-License-Identifier: Apache-2.0
// A pipeline is a flat list of named steps, readable as a script; each target has one.
#pragma once

#include <functional>
#include <iosfwd>
#include <string>
#include <string_view>
#include <type_traits>
#include <utility>
#include <vector>

#include "ir/ir.hpp"
#include "ir/verifier.hpp"
#include "support/result.hpp"

namespace tack::transform {

// A pass over a module. Most cannot fail and return nothing; one that meets a program it must
// refuse returns Result<void>.
class PassFunction {
 public:
  template <class Pass>
  PassFunction(Pass pass) {  // NOLINT: meant to convert
    if constexpr (std::is_void_v<std::invoke_result_t<Pass&, ir::Module&>>) {
      run_ = [pass = std::move(pass)](ir::Module& module) mutable {
        pass(module);
        return Result<void>();
      };
    } else {
      run_ = std::move(pass);
    }
  }
  Result<void> operator()(ir::Module& module) const { return run_(module); }

 private:
  std::function<Result<void>(ir::Module&)> run_;
};

struct Step {
  std::string_view name;
  PassFunction run;
  ir::Stage stage = ir::Stage::Source;  // what holds after it
};

struct PipelineOptions {
  std::vector<std::string> print_after;  // step names; "all" for each
  std::string stop_after;                // empty: run to the end
  bool verify = false;                   // after each step; a fault names the step
  std::function<void(std::string_view step, const std::string& text)> on_print;
};

// An error names an unknown step of the options, what a step refused, or the step after which the
// verifier failed.
Result<void> run_pipeline(ir::Module& module, const std::vector<Step>& steps,
                          const PipelineOptions& options);

}  // namespace tack::transform
