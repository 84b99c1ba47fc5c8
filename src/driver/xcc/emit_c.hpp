// SPDX-License-Identifier: Apache-2.0
// -S --emit=c: a program's module as C89.
#pragma once

#include <memory>
#include <string>

#include "ir/ir.hpp"
#include "support/result.hpp"

namespace tack::xcc {

struct CText {
  std::string text;
  std::string refusal;  // what the program has that C89 has not; then there is no text
};

// The host code and one scalar form of each kernel. An error is a fault of ours.
Result<CText> emit_c(std::unique_ptr<ir::Module> module);

}  // namespace tack::xcc
