// SPDX-License-Identifier: Apache-2.0
// `any` and `all` of masks that are made of comparisons of lane numbers with scalars, as of a
// stencil's border tests, are answered by comparing scalars: no lane is looked at, and the masks are
// needed only by gangs that stand across a border.
#pragma once

#include "ir/ir.hpp"

namespace tack::transform {

// For functions at the target stage, where a full gang's mask is a constant.
void scalar_votes(ir::Module& module);

// Whether `any` of the mask will be answered so, in gang code.
bool has_scalar_any(const ir::Inst& mask);

}  // namespace tack::transform
