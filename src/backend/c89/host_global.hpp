// SPDX-License-Identifier: Apache-2.0
// Globals of a whole program. C89 cannot initialise one object with bytes and addresses: one that
// holds addresses is a struct of pieces, any other a union of its bytes and what aligns it.
#pragma once

#include <string>
#include <vector>

#include "backend/c89/host_file.hpp"
#include "ir/ir.hpp"

namespace tack::c89 {

// Their definitions, in this order, each declared before where an earlier one holds its address.
std::string print_globals(const std::vector<const ir::Global*>& globals, HostFile& file);

}  // namespace tack::c89
