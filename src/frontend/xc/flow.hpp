// SPDX-License-Identifier: Apache-2.0
// Whether control can come out at a statement's end.
#pragma once

#include "frontend/xc/ast.hpp"

namespace tack::xc {

bool falls_through(const Stmt* s);

}  // namespace tack::xc
