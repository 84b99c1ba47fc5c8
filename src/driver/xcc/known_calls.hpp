// SPDX-License-Identifier: Apache-2.0
// What compiled functions do with the memory that a checked run gives them.
#pragma once

#include <string>
#include <string_view>

#include "interp/interp.hpp"

namespace tack::xcc {

// What is wrong with this call, as far as it is known here; empty: nothing.
std::string fault_of_call(interp::Machine& machine, std::string_view name,
                          const interp::Words& words);

}  // namespace tack::xcc
