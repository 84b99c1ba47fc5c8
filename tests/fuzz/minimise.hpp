// SPDX-License-Identifier: Apache-2.0
// Makes a failing program smaller while it still fails.
#pragma once

#include <functional>

#include "fuzz/program.hpp"

namespace tack::fuzz {

// `fails` must hold for `program`; it sees only programs that the verifier accepts.
Program minimise(const Program& program, const std::function<bool(const Program&)>& fails);

}  // namespace tack::fuzz
