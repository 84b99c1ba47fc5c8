// SPDX-License-Identifier: Apache-2.0
#include "transform/cpu_pipeline.hpp"

#include "transform/choose_width.hpp"
#include "transform/inline_calls.hpp"
#include "transform/lower_buffers.hpp"
#include "transform/lower_print.hpp"
#include "transform/lower_reductions.hpp"
#include "transform/narrow.hpp"
#include "transform/promote_vars.hpp"
#include "transform/raise_cpu_entry.hpp"
#include "transform/scalar_votes.hpp"
#include "transform/simplify.hpp"
#include "transform/specialise_full_masks.hpp"
#include "transform/specialise_inside.hpp"
#include "transform/split_aggregates.hpp"
#include "transform/uniform_ahead.hpp"
#include "transform/vectorise.hpp"

namespace tack::transform {
namespace {

uint32_t vector_bits(const std::string& isa) {
  return isa == "avx512" ? 512 : isa == "avx2" ? 256 : 128;
}

// Struct layouts are the front end's, so only what passes ask for is set.
void set_target(ir::Module& module, const std::string& isa) {
  module.target.name = "x86_64-" + isa;
  module.target.vector_bits = vector_bits(isa);
}

void vectorise_kernels(ir::Module& module, const CpuOptions& options) {
  for (auto& function : module.functions) {
    if (!function->is_kernel()) continue;
    KernelReport report;
    if (auto refusal = why_not_vectorise(*function)) {
      report.reason = refusal->reason;
      report.reason_loc = refusal->loc;
    } else {
      WidthChoice choice =
          choose_gang_width(*function, module.target, static_cast<uint16_t>(options.width));
      if (options.width == 1) choice = {1, "asked for", 0};
      if (choice.width > 1) report = vectorise(*function, choice.width);
      report.width = choice.width;
      report.reason = choice.reason;
      report.reason_loc = choice.loc;
    }
    report.kernel = function->name;
    if (options.reports) options.reports->push_back(std::move(report));
  }
}

}  // namespace

std::vector<Step> cpu_pipeline(const CpuOptions& options) {
  using ir::Module;
  using ir::Stage;
  CpuEntryOptions entry;
  entry.suffix = options.suffix;
  auto tidy = [](Module& m) { simplify(m); };
  return {
      {"set_target", [options](Module& m) { set_target(m, options.isa); }, Stage::Source},
      // A recursion stays a call, and its kernel scalar.
      {"inline_calls", [](Module& m) { (void)inline_calls(m).ok(); }, Stage::Source},
      {"drop_unused", drop_unused_functions, Stage::Source},
      {"split_aggregates", split_aggregates, Stage::Source},
      {"lower_reductions", [](Module& m) { lower_reductions(m); }, Stage::Source},
      {"promote_vars", promote_vars, Stage::Source},
      {"simplify", tidy, Stage::Source},
      {"narrow", [](Module& m) { narrow(m); }, Stage::Source},
      {"vectorise", [options](Module& m) { vectorise_kernels(m, options); }, Stage::Gang},
      {"simplify_gangs", tidy, Stage::Gang},
      {"specialise_full_masks", specialise_full_masks, Stage::Gang},
      {"uniform_ahead", uniform_ahead, Stage::Gang},
      {"specialise_inside", specialise_inside, Stage::Gang},
      {"lower_buffers", lower_buffers, Stage::Target},
      {"raise_cpu_entry", [entry](Module& m) { raise_cpu_entry(m, entry); }, Stage::Target},
      {"lower_print", lower_print, Stage::Target},
      {"simplify_entries", tidy, Stage::Target},
      {"scalar_votes", scalar_votes, Stage::Target},
      {"simplify_votes", tidy, Stage::Target},
  };
}

}  // namespace tack::transform
