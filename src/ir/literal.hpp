// SPDX-License-Identifier: Apache-2.0
// Constants as text: 5i32, -0.0f64, inf_f32, true, null_host, 1.5f32x8.
#pragma once

#include <string>
#include <string_view>

#include "ir/type.hpp"
#include "support/result.hpp"

namespace tack::ir {

struct Literal {
  Type type;
  uint64_t bits = 0;
};

// `bits` as in Inst::bits. Pointers other than null have no text: the verifier refuses them.
std::string literal_text(Type type, uint64_t bits);
Result<Literal> parse_literal(std::string_view text);

// An integer of `kind` without a suffix, and back; the error says that it does not fit.
std::string integer_text(Kind kind, uint64_t bits);
Result<uint64_t> parse_integer(Kind kind, std::string_view text);

// "i32" and the like: numbers and i1; Void for any other text.
Kind kind_named(std::string_view text);
const char* space_name(Space space);

}  // namespace tack::ir
