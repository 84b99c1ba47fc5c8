// SPDX-License-Identifier: Apache-2.0
#include "transform/passes.hpp"

#include <algorithm>
#include <charconv>
#include <string>

#include "transform/exact_floats.hpp"
#include "transform/inline_calls.hpp"
#include "transform/lower_buffers.hpp"
#include "transform/lower_exits.hpp"
#include "transform/lower_launch.hpp"
#include "transform/lower_print.hpp"
#include "transform/lower_reductions.hpp"
#include "transform/lower_small_ints.hpp"
#include "transform/narrow.hpp"
#include "transform/plain_atomics.hpp"
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
// A target's pipeline raises 8- and 16-bit parameters to words before it.
Result<void> small_ints(ir::Module& module) {
  auto is_small = [](const ir::Inst* p) { return p->type.is_int() && ir::bits_of(p->type) < 32; };
  for (auto& function : module.functions) {
    if (std::any_of(function->params.begin(), function->params.end(), is_small))
      return Error{"@" + function->name + " has parameters of 8 or 16 bits, which stay"};
    lower_small_ints(*function, {});
  }
  return {};
}
void floats(ir::Module& module) {
  for (auto& function : module.functions) exact_floats(*function, {});
}
void exits(ir::Module& module) { lower_exits(module); }

void atomics(ir::Module& module) {
  for (auto& function : module.functions) plain_atomics(*function);
}

void reductions(ir::Module& module) { lower_reductions(module); }

void narrowest(ir::Module& module) { narrow(module); }

// vectorise:W, each kernel that can be.
Result<void> vectorise_all(ir::Module& module, std::string_view option) {
  uint16_t width = 0;
  std::from_chars(option.data(), option.data() + option.size(), width);
  if (width < 2 || width > 64 || (width & (width - 1)) != 0)
    return Error{"wants a width of 2 to 64: vectorise:8"};
  for (auto& function : module.functions) {
    if (!function->is_kernel()) continue;
    if (auto refusal = why_not_vectorise(*function))
      return Error{"@" + function->name + " " + refusal->reason};
    vectorise(*function, width);
  }
  return {};
}

// For tests: one small and one plain variant of a made-up instruction set, and one for any.
void launches(ir::Module& module) {
  lower_launch(module, {{".best.small", 2, true}, {".best", 2, false}, {".any", 0, false}});
}

void cpu_entry(ir::Module& module) { raise_cpu_entry(module); }
void simplify_module(ir::Module& module) { simplify(module); }

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
      {"lower_small_ints", "8- and 16-bit integers in 32 bits", plain<small_ints>, {}},
      {"exact_floats", "division, root, fma of floats in integers", plain<floats>, {}},
      {"lower_reductions", "reductions to hidden buffers of copies", plain<reductions>, {}},
      {"plain_atomics", "atomics as loads and stores", plain<atomics>, {}},
      {"narrow", "integers in the narrowest exact type", plain<narrowest>, {}},
      {"vectorise", "kernels to gang code, W items in lock step", vectorise_all, ir::Stage::Gang},
      {"specialise_full_masks",
       "gang code twice where all lanes are on",
       plain<specialise_full_masks>,
       {}},
      {"specialise_inside",
       "loops twice where the whole gang is inside its buffers",
       plain<specialise_inside>,
       {}},
      {"scalar_votes", "any and all of lane numbers by scalars", plain<scalar_votes>, {}},
      {"uniform_ahead", "what all lanes share, one turn of a loop ahead", plain<uniform_ahead>, {}},
      {"lower_buffers", "buffers to addresses", plain<lower_buffers>, ir::Stage::Target},
      {"raise_cpu_entry", "kernels to the entry functions of the CPU", plain<cpu_entry>,
       ir::Stage::Target},
      {"lower_print", "output to calls of the runtime", plain<lower_print>, ir::Stage::Target},
      {"lower_launch", "launches to calls of the runtime", plain<launches>, ir::Stage::Target},
      {"promote_vars", "loads of scalar vars to the values stored", plain<promote_vars>, {}},
      {"simplify",
       "folding, identities, common subexpressions, dead code",
       plain<simplify_module>,
       {}},
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
