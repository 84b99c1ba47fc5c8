// SPDX-License-Identifier: Apache-2.0
// Arithmetic on constants at compile time, as docs/ir.md says. It shares no code with the
// interpreter on purpose: each checks the other.
#pragma once

#include <optional>
#include <span>

#include "ir/op.hpp"
#include "ir/type.hpp"

namespace tack::transform {

struct ConstantValue {
  ir::Type type;
  uint64_t bits = 0;  // as Inst::bits; for lanes the value of every lane
};

// The result of a pure op on constants, as bits of `type`. Nothing when the op, or these operands,
// cannot be computed here.
std::optional<uint64_t> fold(ir::Op op, ir::Type type, std::span<const ConstantValue> operands);

}  // namespace tack::transform
