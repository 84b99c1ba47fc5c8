// SPDX-License-Identifier: Apache-2.0
// What `NAME = expression` in a file makes of a name.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <span>
#include <string>

#include "frontend/python/host_value.hpp"
#include "frontend/python/lexer.hpp"

namespace tack::python {

// Numbers and tuples that names of a file, or of a class in it, hold.
using HostValues = std::map<std::string, HostValue>;

// What tack.constant(...) of something else than numbers of the file is.
inline constexpr const char* kUncomputed = "a constant computed by Python";

struct AssignedValue {
  std::optional<HostValue> value;  // nothing when it cannot be computed without Python
  bool is_constant = false;        // tack.constant(...)
  // What a kernel sees under the name: a constant, or Other with what it is.
  Entity entity;
};

// `source`: what stands behind the `=`.
AssignedValue assigned_value(std::span<const Token> source, Environment& environment,
                             const HostValues& values);

}  // namespace tack::python
