// SPDX-License-Identifier: Apache-2.0
// Python's tokens, from any bytes.
#pragma once

#include <cstdint>
#include <deque>
#include <string>
#include <string_view>
#include <vector>

#include "frontend/python/message.hpp"

namespace tack::python {

enum class TokenKind : uint8_t {
  Name,  // keywords too
  Number,
  String,   // any prefix, any quotes
  Op,       // operators and punctuation: `text` tells them apart
  Newline,  // the end of a logical line
  Indent,
  Dedent,
  End,
};

struct Token {
  TokenKind kind = TokenKind::End;
  std::string_view text;  // in the source; a name may be in Lexed::names
  Place place;
  uint32_t end_line = 1;  // strings may span lines
  size_t offset = 0;      // of the first byte

  bool is(std::string_view op_or_keyword) const {
    return text == op_or_keyword && (kind == TokenKind::Op || kind == TokenKind::Name);
  }
};

struct Lexed {
  std::vector<Token> tokens;      // ends in Newline (unless empty), Dedents, End
  std::vector<Message> messages;  // what is not Python; the tokens go on after it
  // Names with the micro sign of many keyboards, which Python takes for the Greek letter.
  std::deque<std::string> names;
};

Lexed lex(std::string_view text);

}  // namespace tack::python
