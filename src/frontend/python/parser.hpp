// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <memory>
#include <string_view>

#include "frontend/python/tree.hpp"

namespace tack::python {

// Parses the one function that the text begins with (decorators, then `def`). Statements and
// expressions of Python that kernels do not have are named in the tree's messages; parsing goes on
// after them.
std::unique_ptr<Tree> parse_function(std::string_view text);

}  // namespace tack::python
