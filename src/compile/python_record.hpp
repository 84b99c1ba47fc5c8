// SPDX-License-Identifier: Apache-2.0
// A PythonKernel as bytes in the disk cache.
#pragma once

#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "compile/python_kernel.hpp"

namespace tack::compile {

std::string write_record(const PythonKernel& kernel, const std::string& symbol,
                         std::string_view object);

// Which extents the code of a kernel counts on: what stands under the key without extents when the
// code itself stands under one with them.
std::string write_fixed(const std::vector<python::FixedExtent>& fixed);

// Those of `args`; nothing when the bytes are no such record, or one of other arguments.
std::optional<std::vector<python::FixedExtent>> read_fixed(std::string_view bytes,
                                                           std::span<const python::ArgType> args);

// Null when the bytes are not a whole record. `symbol` and `object` point into the bytes.
std::unique_ptr<PythonKernel> read_record(std::string_view bytes, std::string_view& symbol,
                                          std::string_view& object);

}  // namespace tack::compile
