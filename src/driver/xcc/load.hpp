// SPDX-License-Identifier: Apache-2.0
// --run: a program in this process.
#pragma once

#include <string>
#include <vector>

#include "driver/xcc/build.hpp"

namespace tack::xcc {

// Opens the shared libraries of -l, looked for in the folders of -L first.
Result<void> load_libraries(const std::vector<std::string>& link_arguments);

// Loads the program and calls its main. Comes back only with an error.
Result<int> run(const Objects& objects, const std::vector<std::string>& arguments);

}  // namespace tack::xcc
