// SPDX-License-Identifier: Apache-2.0
// The bytes of a .py file as Python reads them.
#pragma once

#include <string>
#include <string_view>

#include "support/result.hpp"

namespace tack::python {

// UTF-8 without a byte order mark, lines ending in \n. A coding line (PEP 263) may name UTF-8,
// ASCII or Latin-1; another coding, and bytes that are not of it, are errors that say what to do.
Result<std::string> decode_source(std::string_view bytes);

}  // namespace tack::python
