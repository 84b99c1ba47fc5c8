// SPDX-License-Identifier: Apache-2.0
// Tokens to tree. Goes on after an error at the next statement or declaration.
#pragma once

#include <memory>
#include <vector>

#include "frontend/xc/ast.hpp"
#include "frontend/xc/messages.hpp"
#include "frontend/xc/token.hpp"

namespace tack::xc {

void parse_program(const std::vector<Token>& tokens, Program& program, Reporter& reporter);

}  // namespace tack::xc
