// SPDX-License-Identifier: Apache-2.0
// C functions for what C's operators leave undefined, say otherwise, or would evaluate twice.
#pragma once

#include <set>
#include <string>

#include "ir/ir.hpp"

namespace tack::c89 {

// "i32", "f64", ...: as in the names of helpers and of the typedefs tack_i32, ...
std::string suffix(ir::Type type);
// "tack_i32", "float"; i1 is an int.
std::string c_type(ir::Type type);

// The helper that converts a float to an integer, saturating.
std::string float_to_int(ir::Type from, ir::Type to);

// Typedefs, includes and the definitions of these helpers, each after what it uses itself.
std::string prologue(const std::set<std::string>& helpers);

}  // namespace tack::c89
