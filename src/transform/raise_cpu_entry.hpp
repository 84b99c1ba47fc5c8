// SPDX-License-Identifier: Apache-2.0
// Kernels become the entry functions of docs/ir.md, "The CPU entry". Wants buffers lowered.
//
// The first index is taken apart once, then rows are walked with a carry. A gang kernel with a
// small body gets it twice in a row: for full gangs, where the mask is a constant and every masked
// operation a plain one, and for the row's tail; a large body stands once, always masked.
#pragma once

#include <string>

#include "ir/ir.hpp"

namespace tack::transform {

struct CpuEntryOptions {
  std::string suffix;       // of the entries' names: several instruction sets in one program
  size_t small_body = 400;  // instructions up to which a body is written twice
};

// Every kernel of the module is replaced. Launches of them must have been lowered.
void raise_cpu_entry(ir::Module& module, const CpuEntryOptions& options = {});

// Hidden parameters `partials.N` of lowered reductions: not in the argument block, but in the
// launch context.
inline constexpr std::string_view kPartials = "partials.";

}  // namespace tack::transform
