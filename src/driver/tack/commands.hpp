// SPDX-License-Identifier: Apache-2.0
// The commands of `tack`. Each returns an exit code: 0 fine, 1 diagnostics, 2 usage.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "frontend/python/file_module.hpp"

namespace tack::driver {

using Arguments = std::vector<std::string>;

// What a command returns when its arguments make no sense: its usage is printed.
constexpr int kMisused = -1;

int check(const Arguments& arguments);
int inspect(const Arguments& arguments);

// What --args gives: types for one kernel (`name=f32[1], i32`) or for all.
struct ArgumentTypes {
  std::string kernel;
  std::vector<python::ArgType> types;
};

// Reads a .py file; says why not on stderr.
std::optional<SourceFile> read_file(const std::string& path);
// Says what is wrong on stderr.
std::optional<ArgumentTypes> read_types(const std::string& text);

}  // namespace tack::driver
