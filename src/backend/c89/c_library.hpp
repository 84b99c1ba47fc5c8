// SPDX-License-Identifier: Apache-2.0
// Functions of the C library as C declares them: compilers know them and complain when they are
// declared otherwise. Programs include no header, whose other names could be in their way.
#pragma once

#include <string>
#include <string_view>

#include "ir/ir.hpp"

namespace tack::c89 {

// "void *memcpy(void *, const void *, unsigned long)"; empty when its types tell it all, or it is
// unknown.
std::string library_prototype(std::string_view name);
// Compilers give calls of this name the meaning that C does.
bool is_library_name(std::string_view name);
// One of C's words, which no function can be called.
bool is_c_word(std::string_view name);

}  // namespace tack::c89
