// SPDX-License-Identifier: Apache-2.0
// Objects to files and executables.
#pragma once

#include <string>
#include <vector>

#include "driver/xcc/build.hpp"

namespace tack::xcc {

// Folders and files of the installation, or of the build tree that this program is part of. `root`
// is what -H gave, or empty; "" when it holds none.
std::string library_directory(const std::string& root);  // Stdio.xc and the others
std::string runtime_archive(const std::string& root);    // libtack_rt.a

struct LinkOptions {
  std::vector<std::string> arguments;  // of the user, for the linker
  std::string runtime;                 // libtack_rt.a
  bool static_link = false;
  bool library = false;  // a shared library, no executable
  bool verbose = false;
};

Result<void> write_file(const std::string& path, const std::string& bytes);
// One object of all parts.
Result<void> write_object(const Objects& objects, const std::string& path,
                          const LinkOptions& options);
Result<void> link(const Objects& objects, const std::string& path, const LinkOptions& options);

}  // namespace tack::xcc
