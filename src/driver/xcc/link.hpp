// SPDX-License-Identifier: Apache-2.0
// Objects to files and executables, or into memory.
#pragma once

#include <string>
#include <vector>

#include "driver/xcc/build.hpp"

namespace tack::xcc {

// Folders and files of the installation, or of the build tree that this program is part of.
std::string library_directory();  // Stdio.xc and the others
std::string runtime_archive();    // libtack_rt.a

Result<void> write_file(const std::string& path, const std::string& bytes);
// One object of all parts.
Result<void> write_object(const Objects& objects, const std::string& path);
Result<void> link(const Objects& objects, const std::vector<std::string>& arguments,
                  const std::string& path);
// Loads the program into this process and calls its main.
Result<int> run(const Objects& objects, const std::vector<std::string>& arguments);

}  // namespace tack::xcc
