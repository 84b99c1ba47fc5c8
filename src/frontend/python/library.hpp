// SPDX-License-Identifier: Apache-2.0
// tack.math and tack.random: device functions written in the language itself.
#pragma once

#include <string_view>
#include <vector>

#include "frontend/python/environment.hpp"

namespace tack::python {

// "uniform" of "random"; Missing when there is no such module or member.
Entity library_member(std::string_view module, std::string_view name);

// The members of a module, sorted; empty when there is no such module. They live as long as the
// program.
const std::vector<std::string>& library_names(std::string_view module);

}  // namespace tack::python
