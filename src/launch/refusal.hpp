// SPDX-License-Identifier: Apache-2.0
// Arrays that a kernel cannot take as they are, whatever their types: found before anything runs,
// at a call and at an inspection alike.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <vector>

#include "launch/arguments.hpp"
#include "support/result.hpp"

namespace tack::launch {

Error read_only_error(const std::string& kernel, const std::string& argument);
Error misaligned_error(const std::string& kernel, const std::string& argument, ir::Kind kind);

// Whether an atomic can work where the array's elements are.
bool is_aligned(const ArrayData& array);

// By what the kernel does to each argument. Calls keep lists of those to look at (variant.hpp).
std::optional<Error> find_refusal(const std::string& kernel,
                                  const std::vector<std::string>& parameters,
                                  const CallArguments& call, std::span<const python::ArgUse> uses);

}  // namespace tack::launch
