// SPDX-License-Identifier: Apache-2.0
// The CPU pipeline for programs from users: what would take minutes to compile or overflow a stack
// when it runs is refused.
#pragma once

#include "support/result.hpp"
#include "transform/cpu_pipeline.hpp"

namespace tack::transform {

// An error says which kernel asks for too much, and what to do. `verifies`: after each step.
Result<void> run_cpu_pipeline(ir::Module& module, const CpuOptions& options, bool verifies = false);

}  // namespace tack::transform
