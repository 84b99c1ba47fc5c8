// SPDX-License-Identifier: Apache-2.0
// How a par block's body treats its reduced variables: each thread has a copy of its own, so only
// updates by the reduction's operator mean something, and what a copy holds meanwhile does not.
#pragma once

#include "frontend/xc/ast.hpp"
#include "frontend/xc/messages.hpp"

namespace tack::xc {

void check_reductions(const Stmt& par, Reporter& reporter);

}  // namespace tack::xc
