// SPDX-License-Identifier: Apache-2.0
// The analysis of names that makes a Scope.
#pragma once

#include <string>
#include <vector>

#include "frontend/python/tree.hpp"

namespace tack::python {

Scope analyse_scope(const Tree& tree);

// The dotted path of a name or of attributes of a name; empty for anything else.
std::vector<std::string> dotted_path(const Expr& e);

}  // namespace tack::python
