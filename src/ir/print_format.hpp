// SPDX-License-Identifier: Apache-2.0
// The text of a `print`: `%` stands for the next operand and `%%` for a percent sign. In code that
// is lowered for a runtime each placeholder is followed by a letter that says the operand's kind.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>

#include "ir/ir.hpp"

namespace tack::ir {

size_t placeholders(std::string_view text);
// Text that stands for itself.
std::string print_literal(std::string_view text);
// The text of a Print with the kinds of its operands.
std::string print_format(const Inst& print);
// What is written: values are bits, zero-extended from each kind's width. Integers are decimal;
// floats as Python's repr writes them at their own precision. Ends in a newline.
std::string format_print(std::string_view format, const uint64_t* values);

}  // namespace tack::ir
