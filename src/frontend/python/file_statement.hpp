// SPDX-License-Identifier: Apache-2.0
// One top-level statement of a .py file: imports, and names bound to constants.
#pragma once

#include <span>

#include "frontend/python/file_loader.hpp"
#include "frontend/python/lexer.hpp"

namespace tack::python {

// What is of no use to kernels binds its name to "a Python value" and the like.
// In a block (if, try) it may not run: a name that has a value already is then of no use.
void run_statement(std::span<const Token> line, FileLoader& loader, FileLoader::Loaded& file,
                   bool is_conditional);

}  // namespace tack::python
