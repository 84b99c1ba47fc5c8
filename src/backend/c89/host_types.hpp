// SPDX-License-Identifier: Apache-2.0
// How whole programs say types and constants. Unlike kernels for small compilers (helpers.hpp) they
// take a C with 64-bit long and pointers for granted, and check that as they are compiled.
#pragma once

#include <string>
#include <string_view>

#include "ir/ir.hpp"

namespace tack::c89 {

// "tack_u8", "tack_i64", "float", "void *"; i1 is a tack_u8 where it is stored or passed, else int.
std::string host_type(ir::Type type);
// "i32", "f64", "ptr": as in names of helpers; an i1 is stored as u8.
std::string host_suffix(ir::Type type);
// The unsigned type that sums of this integer type are computed in: of 32 bits at least.
std::string host_unsigned(ir::Type type);
// "TYPE name", "void *name"
std::string declare(const std::string& type, const std::string& name);
// Of a number, i1 or pointer; floats are not among them.
std::string host_integer(ir::Type type, uint64_t bits);
// "text" as a C string literal, quotes included.
std::string quoted(std::string_view text);
// Typedefs and the checks that they hold.
std::string host_prologue();

}  // namespace tack::c89
