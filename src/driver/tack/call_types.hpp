// SPDX-License-Identifier: Apache-2.0
// The types of a call as words: "f32[1], Grid(n=i32, u=f32[2]), i32".
#pragma once

#include <string>
#include <vector>

#include "frontend/python/file_module.hpp"
#include "support/result.hpp"

namespace tack::driver {

struct CallTypes {
  std::vector<python::ArgType> types;
  std::vector<python::ObjectArgument> objects;
  size_t parameters = 0;  // that they are for
};

Result<CallTypes> read_call_types(const python::FileModule& module, const std::string& text);

}  // namespace tack::driver
