// SPDX-License-Identifier: Apache-2.0
// The text form of docs/ir.md.
#pragma once

#include <memory>
#include <string>
#include <string_view>

#include "ir/ir.hpp"
#include "support/result.hpp"

namespace tack::ir {

struct PrintOptions {
  bool locations = false;
};

std::string print(const Module& module, PrintOptions options = {});
std::string print(const Function& function, PrintOptions options = {});
std::string print(const Module& module, Type type);
// An instruction without its regions, under the names that printing the function gives.
std::string print_line(const Function& function, const Inst& inst);

// The error says `name:line:column: what`.
Result<std::unique_ptr<Module>> parse(std::string_view text, std::string_view name = "<ir>");

}  // namespace tack::ir
