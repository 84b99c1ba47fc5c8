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
// What a call or a choice gives: perhaps a constant or a function for kernels.
inline constexpr const char* kArrayValue = "an array";
inline constexpr const char* kUnknown = "a value computed by Python";
// One that is installed somewhere, with constants and functions perhaps.
inline constexpr const char* kForeignModule =
    "a module (not a file beside this one; only Python reads it)";
// Whether a message is about what only Python knows: no error for sure.
bool is_of_python(std::string_view message);

struct AssignedValue {
  std::optional<HostValue> value;   // nothing when it cannot be computed without Python
  bool is_constant = false;         // tack.constant(...)
  ir::Kind dtype = ir::Kind::Void;  // that it states
  bool is_unknown = false;          // a constant or a function perhaps, of which Python knows more
  // What a kernel sees under the name: a constant, or Other with what it is.
  Entity entity;
};

// `source`: what stands behind the `=`.
AssignedValue assigned_value(std::span<const Token> source, Environment& environment,
                             const HostValues& values);

}  // namespace tack::python
