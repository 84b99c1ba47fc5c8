// SPDX-License-Identifier: Apache-2.0
// The analysis of names that makes a Scope.
#pragma once

#include <string>
#include <vector>

#include "frontend/python/tree.hpp"

namespace tack::python {

// In a kernel the `for` loops directly in the body are the parallel one.
Scope analyse_scope(const Tree& tree, bool is_kernel);

// The dotted path of a name or of attributes of a name; empty for anything else.
std::vector<std::string> dotted_path(const Expr& e);

}  // namespace tack::python
