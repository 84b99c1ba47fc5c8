// SPDX-License-Identifier: Apache-2.0
// What the two halves of the parser share: module items (parser.cpp) and function bodies
// (parse_body.cpp). Outside src/ir use text.hpp.
#pragma once

#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "ir/ir.hpp"
#include "ir/lexer.hpp"

namespace tack::ir {

// Regions and types nest at most this deep: the readers of the IR recurse.
inline constexpr int kMaxRegionDepth = 1000;
inline constexpr int kMaxTypeDepth = 32;

// Tokens with one token of look-ahead; the first error stays. Every parsing function returns false
// after an error, and callers stop.
struct Cursor {
  Module& module;
  std::string_view name;  // of the text, for messages
  std::vector<Token> tokens;
  std::unordered_map<std::string, Type> structs;
  size_t at = 0;
  std::string error;

  const Token& peek() const { return tokens[at]; }
  const Token& peek(size_t ahead) const {
    return tokens[at + ahead < tokens.size() ? at + ahead : tokens.size() - 1];
  }
  Token take() { return at + 1 < tokens.size() ? tokens[at++] : tokens[at]; }

  bool fail(const std::string& what) { return fail_at(peek(), what); }
  bool fail_at(const Token& token, const std::string& what);

  bool is(Tok kind, std::string_view text) const {
    return peek().kind == kind && peek().text == text;
  }
  bool is_punct(std::string_view text) const { return is(Tok::Punct, text); }
  bool is_word(std::string_view text) const { return is(Tok::Word, text); }
  bool accept(std::string_view punct_or_word);
  bool expect(std::string_view punct_or_word);

  bool type(Type& out, int depth = 0);
  bool number(uint64_t& out);        // plain, no sign
  bool signed_number(int64_t& out);  // plain
  bool symbol(std::string& out);
  bool string(std::string& out);
  bool results(std::vector<Type>& out);  // nothing, `-> T` or `-> (T, T)`
  bool place(Loc& out);                  // an optional location
};

// Parses the body of a function whose header is known; the cursor is behind the `{`.
// `values` holds the header's names.
bool parse_body(Cursor& cursor, Function& function, std::unordered_map<std::string, Inst*> values);

// The hint that a printed name stands for: none for a number.
std::string hint_of(std::string_view name);

}  // namespace tack::ir
