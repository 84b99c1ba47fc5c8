// SPDX-License-Identifier: Apache-2.0
// The constant expression of an #if, already expanded.
#pragma once

#include <vector>

#include "frontend/xc/messages.hpp"
#include "frontend/xc/token.hpp"

namespace tack::xc {

bool evaluate_condition(const std::vector<Token>& tokens, const Token& at, Reporter& reporter);

}  // namespace tack::xc
