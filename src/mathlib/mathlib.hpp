// SPDX-License-Identifier: Apache-2.0
// sin, exp, pow, ... as IR, so that every target computes the same bits and calls inline.
//
// Functions are named `math.<name>_<type>`, as in `math.sin_f32`; lib/math holds them. A front end
// asks for one and gets a device function in its own module.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "ir/ir.hpp"

namespace tack::mathlib {

// The library's IR text.
std::string_view text();

// Is there a function of this name ("math.sin_f32")?
bool has(std::string_view name);

// Names of all functions, sorted.
std::vector<std::string> names();

// The function in `module`, added on first use together with those it calls; null when there is
// none of this name.
ir::Function* add(ir::Module& module, std::string_view name);

}  // namespace tack::mathlib
