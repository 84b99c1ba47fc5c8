// SPDX-License-Identifier: Apache-2.0
// Pointers that a par block finds in a struct or an array from outside: `image.pixels[i]`. Each is
// a variable of its own, so that what it points to is an array with a name like any other.
#pragma once

#include "frontend/xc/ast.hpp"

namespace tack::xc {

// The pointer that stands `offset` bytes into `outer`, or into what `outer` points to. `e` is the
// expression that reads it, for its type and its name in messages.
Var& pointer_inside(Program& program, const Var& outer, uint64_t offset, const Expr& e);

}  // namespace tack::xc
