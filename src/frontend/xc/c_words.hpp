// SPDX-License-Identifier: Apache-2.0
// What XC writes for words that programs in C and its relatives use.
#pragma once

#include <string>
#include <string_view>

namespace tack::xc {

// ", XC writes i32" for `int`; nothing for a word that says nothing.
std::string instead_of(std::string_view word);
// The same for a file that an import does not find.
std::string instead_of_header(std::string_view name);

}  // namespace tack::xc
