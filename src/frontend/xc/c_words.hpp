// SPDX-License-Identifier: Apache-2.0
// What XC writes for words that programs in C and its relatives use.
#pragma once

#include <string>
#include <string_view>

namespace tack::xc {

// ", XC writes i32" for `int`; nothing for a word that says nothing.
std::string instead_of(std::string_view word);
// i32 for `int`; nothing for a word that is no type.
std::string_view xc_type(std::string_view word);
// The same for `and`, `or`, `not`, `elif`: words where an operator or the end of something is
// wanted.
std::string instead_of_operator(std::string_view word);
// `public`, `virtual` and others that stand before a member in C++.
bool is_member_word(std::string_view word);
// What to write instead of `3u`, `0b101`.
std::string instead_of_number(std::string_view number);
// The same for a file that an import does not find.
std::string instead_of_header(std::string_view name);

}  // namespace tack::xc
