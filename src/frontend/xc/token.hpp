// SPDX-License-Identifier: Apache-2.0
// Tokens of XC. The preprocessor and the parser share them: a token keeps its spelling, so that
// `#x`, `a##b` and `%1010` (binary only where an operand may start) are decided late.
#pragma once

#include <cstdint>
#include <string_view>
#include <vector>

#include "frontend/xc/messages.hpp"
#include "support/source.hpp"

namespace tack::xc {

enum class Tok : uint8_t {
  End,
  Ident,   // names and reserved words
  Number,  // 12, 0x1F, $1F, 1.5f: the spelling as it stands
  String,  // with its quotes
  Char,    // with its quotes
  Punct,
  Invalid,  // `fault` says why; reported only if it is used
};

struct Token {
  Tok kind = Tok::End;
  bool first_on_line = false;
  bool space_before = false;
  bool no_expand = false;  // names the macro it came from
  Msg fault = Msg::StrayByte;
  std::string_view text;
  SourceRange where;

  bool is(std::string_view spelling) const {
    return (kind == Tok::Punct || kind == Tok::Ident) && text == spelling;
  }
  bool ident() const { return kind == Tok::Ident; }
};

// Never fails: what is not a token comes out as Invalid. The last token is End.
std::vector<Token> lex(const SourceFile& file);

bool is_reserved(std::string_view name);

// The code points and bytes of a quoted literal, without its quotes. Escapes are XC's.
struct TextFault {
  bool bad = false;
  size_t offset = 0;  // in the spelling
};
std::string decode_text(std::string_view spelling, TextFault& fault);

}  // namespace tack::xc
