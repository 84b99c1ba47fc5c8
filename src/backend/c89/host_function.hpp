// SPDX-License-Identifier: Apache-2.0
// Prints a function of a whole program: host code, what it calls, the entries of kernels.
#pragma once

#include <string>

#include "backend/c89/host_file.hpp"
#include "ir/ir.hpp"

namespace tack::c89 {

// Its definition. All functions and globals have their names in `file` by then.
std::string print_host_function(const ir::Function& function, HostFile& file);

}  // namespace tack::c89
