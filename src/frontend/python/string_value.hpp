// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>
#include <string_view>

namespace tack::python {

// What a string token stands for, prefix, quotes and escapes resolved. Of a token that is not well
// formed, something.
std::string string_value(std::string_view token);

}  // namespace tack::python
