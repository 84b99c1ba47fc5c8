// SPDX-License-Identifier: Apache-2.0
// Which build of the compiler this is, for cache keys.
#pragma once

#include <string>

namespace tack::compile {

// The linker's build id (a hash of the contents) of the ELF file at `path`; without one, its size
// and modification time. Empty when there is no such file. Does not load the file.
std::string file_identity(const std::string& path);

// file_identity of the library or program that this code was linked into.
const std::string& own_identity();

}  // namespace tack::compile
