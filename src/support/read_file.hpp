// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <string>

#include "support/result.hpp"

namespace tack {

// More is refused: a text of source is smaller by far.
inline constexpr size_t kMostFileBytes = size_t(1) << 28;

// All bytes of a file; `-` is standard input. An error names the file and the system's reason (a
// folder is one).
Result<std::string> read_file(const std::string& path);

}  // namespace tack
