// SPDX-License-Identifier: Apache-2.0
#include "transform/passes.hpp"

#include <string>

#include "transform/inline_calls.hpp"
#include "transform/lower_exits.hpp"
#include "transform/split_aggregates.hpp"

namespace tack::transform {
namespace {

// For a pass without options that returns nothing or a Result.
template <auto Pass>
Result<void> plain(ir::Module& module, std::string_view option) {
  if (!option.empty()) return Error{"this pass has no option"};
  if constexpr (std::is_void_v<decltype(Pass(module))>) {
    Pass(module);
    return {};
  } else {
    return Pass(module);
  }
}

void identity(ir::Module&) {}
void exits(ir::Module& module) { lower_exits(module); }

}  // namespace

const std::vector<PassInfo>& passes() {
  static const std::vector<PassInfo> table = {
      {"identity", "nothing: reads and prints", plain<identity>, {}},
      {"inline_calls", "copies called functions into kernels", plain<inline_calls>, {}},
      {"drop_unused", "removes functions that nothing reaches", plain<drop_unused_functions>, {}},
      {"split_aggregates",
       "struct and array vars to vars of their parts",
       plain<split_aggregates>,
       {}},
      {"lower_exits", "exits leave one labelled region each", plain<exits>, {}},
  };
  return table;
}

const PassInfo* pass_named(std::string_view name) {
  for (const PassInfo& pass : passes()) {
    if (pass.name == name) return &pass;
  }
  return nullptr;
}

}  // namespace tack::transform
