// SPDX-License-Identifier: Apache-2.0
// Tokens of the IR's text form. Any bytes are accepted: what is no token becomes Bad.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace tack::ir {

enum class Tok : uint8_t {
  End,
  Word,      // add, i32, true, -inf_f32, x86_64-avx2
  Value,     // %name; text without the sign
  Label,     // $name
  Symbol,    // @name or @"any text"
  Number,    // 12, -1i64, 1.5e-5f32x8: with its suffix
  String,    // "text", still escaped, without the quotes
  Punct,     // ( ) { } [ ] , : = < > + -> ...
  Location,  // @ file:line:column-end < ...: the text after "@ "
  Bad,       // text is what is wrong
};

struct Token {
  Tok kind = Tok::End;
  std::string_view text;
  uint32_t line = 1, column = 1;
};

// The last token is End. Texts point into `text`, which must live on.
std::vector<Token> tokenize(std::string_view text);

// Characters of names: letters, digits, `_` and `.`.
bool is_name(std::string_view text);
// A name that is a token without a mark before it: one that begins with a letter.
bool is_word(std::string_view text);
// "text" with quotes, and back. Bytes below space, quotes and backslashes are escaped.
std::string quote(std::string_view text);
std::string unquote(std::string_view escaped);

}  // namespace tack::ir
