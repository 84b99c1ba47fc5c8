// SPDX-License-Identifier: Apache-2.0
// What help() says of the functions of the kernel language.
#pragma once

#include <string>
#include <string_view>

namespace tack::py {

// "ndindex(d0, d1, ...)", an empty line, a sentence. `name` is that after "tack.".
std::string kernel_doc(std::string_view name);

}  // namespace tack::py
