// SPDX-License-Identifier: Apache-2.0
// Which locals may be read where nothing has been assigned to them.
#pragma once

#include "frontend/python/hir.hpp"

namespace tack::python {

// Sets Local::may_be_unset of locals that one statement assigns: the only ones that could stand for
// what is assigned to them. In doubt it is set.
void mark_unset_locals(hir::Kernel& kernel);

}  // namespace tack::python
