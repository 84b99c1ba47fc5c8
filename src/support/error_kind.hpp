// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>

namespace tack {

// UnsupportedSyntaxError derives from NotImplementedError, which derives from RuntimeError.
enum class ErrorKind : uint8_t {
#define ERROR_KIND(kind, exception, c_name) kind,
#include "support/error_kinds.def"
#undef ERROR_KIND
};

// "UnsupportedSyntaxError", "NameError", ...
const char* exception_name(ErrorKind kind);

}  // namespace tack
