// SPDX-License-Identifier: Apache-2.0
// A PythonKernel as bytes in the disk cache.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "compile/python_kernel.hpp"

namespace tack::compile {

std::string write_record(const PythonKernel& kernel, const std::string& symbol,
                         std::string_view object);

// Null when the bytes are not a whole record. `symbol` and `object` point into the bytes.
std::unique_ptr<PythonKernel> read_record(std::string_view bytes, std::string_view& symbol,
                                          std::string_view& object);

}  // namespace tack::compile
