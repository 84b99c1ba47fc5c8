// SPDX-License-Identifier: Apache-2.0
// Types by fixed point: one type for each local, the promotion of all that is assigned to it.
#pragma once

#include "frontend/python/hir.hpp"
#include "frontend/python/resolve.hpp"

namespace tack::python {

// Fills `ty` of every expression and local, then reports what does not fit.
void infer(hir::Kernel& kernel, const SpecialiseOptions& options, Reporter& reporter);

// No part of it depends on the run: literals and what is made of them.
bool is_constant(const hir::Expr& e);

// "math.sin_f32" for a builtin that is a library function, empty for one that is an op.
std::string math_function(Builtin builtin, ir::Kind kind);

}  // namespace tack::python
