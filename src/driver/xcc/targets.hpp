// SPDX-License-Identifier: Apache-2.0
// The targets and options of the XC language that this compiler knows of and does not build for.
#pragma once

#include <string>

#include "support/result.hpp"

namespace tack::xcc {

// Of -A: nothing when it is this compiler's, else why not.
Result<void> check_target(const std::string& name);

// Why an option of other targets is not taken; empty when it is none of those.
std::string foreign_option(const std::string& option);

}  // namespace tack::xcc
