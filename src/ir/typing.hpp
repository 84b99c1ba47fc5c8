// SPDX-License-Identifier: Apache-2.0
// The type rules of the op table.
#pragma once

#include <optional>
#include <span>
#include <string>

#include "ir/ir.hpp"

namespace tack::ir {

// The result type of an op whose rule follows from its operands alone (not Convert, Bitcast, Load,
// PtrLoad, Splat, LaneId, ...: their builder calls say it).
std::optional<Type> infer_type(Op op, std::span<Inst* const> operands);

// What is wrong with the operands and the type of an instruction; empty when nothing is.
std::string check_types(const Module& module, const Inst& inst);

// The type found by following an access path into a variable: constants pick struct fields, any
// integer picks an array element. Nothing when the path does not fit.
std::optional<Type> path_type(const Module& module, Type root, std::span<Inst* const> path);

}  // namespace tack::ir
