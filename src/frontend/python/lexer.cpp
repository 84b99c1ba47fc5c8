// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/lexer.hpp"

#include <algorithm>
#include <array>

#include "frontend/python/name_forms.hpp"

namespace tack::python {
namespace {

constexpr std::string_view kOps3[] = {"**=", "//=", ">>=", "<<=", "..."};
constexpr std::string_view kOps2[] = {"**", "//", ">>", "<<", "<=", ">=", "==", "!=", "->", "+=",
                                      "-=", "*=", "/=", "%=", "@=", "&=", "|=", "^=", ":="};
constexpr std::string_view kOps1 = "+-*/%@&|^~<>()[]{},:.;=";

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_ascii_letter(char c) {
  return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

// The code point at `at` and its length; length 0 for what is not UTF-8.
struct Decoded {
  uint32_t code = 0;
  size_t length = 0;
};

Decoded decode(std::string_view text, size_t at) {
  auto byte = [&](size_t k) {
    return at + k < text.size() ? static_cast<unsigned char>(text[at + k]) : 0u;
  };
  unsigned lead = byte(0);
  size_t length = lead < 0x80   ? 1
                  : lead < 0xC2 ? 0
                  : lead < 0xE0 ? 2
                  : lead < 0xF0 ? 3
                  : lead < 0xF5 ? 4
                                : 0;
  if (length <= 1) return {lead, length};
  uint32_t code = lead & (0xFFu >> (length + 1));
  for (size_t k = 1; k < length; ++k) {
    if ((byte(k) & 0xC0) != 0x80) return {};
    code = (code << 6) | (byte(k) & 0x3F);
  }
  constexpr std::array<uint32_t, 5> kLeast = {0, 0, 0x80, 0x800, 0x10000};
  if (code < kLeast[length] || code > 0x10FFFF || (code >= 0xD800 && code < 0xE000)) return {};
  return {code, length};
}

// Letters beyond ASCII, roughly: everything but the blocks of spaces, punctuation and symbols.
// Python decides the rest when it reads the file; a name that it refuses never comes here.
bool is_letter(uint32_t code) {
  if (code < 0x80) return is_ascii_letter(static_cast<char>(code));
  if (code < 0xC0) return code == 0xAA || code == 0xB5 || code == 0xBA;
  if (code == 0xD7 || code == 0xF7) return false;
  if (code >= 0x2000 && code < 0x2070) return code == 0x203F || code == 0x2040;
  if (code >= 0x2190 && code < 0x2C00) return false;
  if (code >= 0x3000 && code < 0x3005) return false;
  return code != 0xFEFF && (code < 0xE000 || code >= 0xF900) && (code & 0xFFFE) != 0xFFFE;
}

struct Lexer {
  explicit Lexer(std::string_view source) : text(source) {}

  std::string_view text;
  Lexed out;
  size_t at = 0;
  size_t line_start = 0;
  uint32_t line = 1;
  std::vector<std::pair<uint32_t, uint32_t>> indents = {{0, 0}};  // tab to 8, tab to 1
  std::vector<Token> brackets;

  char peek(size_t k = 0) const { return at + k < text.size() ? text[at + k] : '\0'; }
  bool done() const { return at >= text.size(); }
  uint32_t column(size_t offset) const { return static_cast<uint32_t>(offset - line_start) + 1; }

  void error(Diag diag, size_t begin, std::vector<std::string> args = {}) {
    out.messages.push_back(
        {diag, {line, column(begin), column(std::max(at, begin + 1))}, std::move(args)});
  }

  void emit(TokenKind kind, size_t begin) {
    out.tokens.push_back(
        {kind, text.substr(begin, at - begin), {line, column(begin), column(at)}, line, begin});
  }

  // Past the line's end, which is \n, \r\n or \r.
  void newline() {
    if (peek() == '\r' && peek(1) == '\n') ++at;
    ++at;
    ++line;
    line_start = at;
  }
  bool at_newline() const { return !done() && (peek() == '\n' || peek() == '\r'); }

  void skip_comment() {
    while (!done() && !at_newline()) ++at;
  }

  // Blank lines and comments leave no token and no indentation.
  void indentation() {
    uint32_t wide = 0, narrow = 0;
    size_t begin = at;
    for (;; ++at) {
      if (peek() == ' ') {
        ++wide;
        ++narrow;
      } else if (peek() == '\t') {
        wide = (wide / 8 + 1) * 8;
        ++narrow;
      } else if (peek() == '\f') {
        wide = narrow = 0;
      } else {
        break;
      }
    }
    if (peek() == '#') skip_comment();
    if (done() || at_newline()) return;
    auto [top_wide, top_narrow] = indents.back();
    if (wide > top_wide) {
      if (narrow <= top_narrow) error(Diag::MixedTabs, begin);
      indents.push_back({wide, narrow});
      emit(TokenKind::Indent, at);
      return;
    }
    while (indents.back().first > wide) {
      indents.pop_back();
      emit(TokenKind::Dedent, at);
    }
    if (indents.back().first != wide) {
      error(Diag::BadDedent, begin);
    } else if (indents.back().second != narrow) {
      error(Diag::MixedTabs, begin);
    }
  }

  void name_or_prefix() {
    size_t begin = at;
    std::string_view unsure;  // the first of its characters that has several forms
    bool has_micro = false;
    while (!done()) {
      Decoded d = decode(text, at);
      bool part = d.length == 1 ? is_ascii_letter(text[at]) || is_digit(text[at])
                                : d.length > 1 && is_letter(d.code);
      if (!part) break;
      constexpr uint32_t kMicro = 0xB5;
      if (d.code == kMicro) {
        has_micro = true;
      } else if (unsure.empty() && d.length > 1 && has_several_forms(d.code)) {
        unsure = text.substr(at, d.length);
      }
      at += d.length;
    }
    std::string_view word = text.substr(begin, at - begin);
    if ((peek() == '"' || peek() == '\'') && word.size() <= 2 &&
        word.find_first_not_of("rRbBuUfF") == std::string_view::npos) {
      string(begin);
      return;
    }
    if (!unsure.empty()) error(Diag::NameForms, begin, {std::string(word), std::string(unsure)});
    emit(TokenKind::Name, begin);
    if (has_micro) {
      std::string& name = out.names.emplace_back(word);
      for (size_t k; (k = name.find("\u00B5")) != std::string::npos;) name.replace(k, 2, "\u03BC");
      out.tokens.back().text = name;
    }
  }

  // `at` stands on the opening quote, `begin` on the prefix.
  void string(size_t begin) {
    char quote = peek();
    bool triple = peek(1) == quote && peek(2) == quote;
    size_t quotes = triple ? 3 : 1;
    uint32_t first_line = line;
    size_t first_start = line_start;
    at += quotes;
    while (true) {
      if (done() || (!triple && at_newline())) {
        out.messages.push_back({Diag::OpenString,
                                {first_line, static_cast<uint32_t>(begin - first_start) + 1,
                                 static_cast<uint32_t>(begin - first_start) + 2},
                                {}});
        break;
      }
      if (peek() == '\\' && at + 1 < text.size()) {
        ++at;
        if (at_newline()) {
          newline();
        } else {
          ++at;
        }
      } else if (at_newline()) {
        newline();
      } else if (peek() == quote && (!triple || (peek(1) == quote && peek(2) == quote))) {
        at += quotes;
        break;
      } else {
        ++at;
      }
    }
    uint32_t begin_column = static_cast<uint32_t>(begin - first_start) + 1;
    uint32_t end_column = first_line == line ? column(at) : begin_column + 1;
    out.tokens.push_back({TokenKind::String,
                          text.substr(begin, at - begin),
                          {first_line, begin_column, end_column},
                          line,
                          begin});
  }

  void number() {
    size_t begin = at;
    // Whatever could belong to a number; the parser says whether it is one.
    while (!done()) {
      char c = peek();
      if (is_digit(c) || is_ascii_letter(c) || c == '.') {
        bool is_hex = at - begin >= 2 && text[begin] == '0' &&
                      (text[begin + 1] == 'x' || text[begin + 1] == 'X');
        ++at;
        if ((c == 'e' || c == 'E') && !is_hex && (peek() == '+' || peek() == '-') &&
            is_digit(peek(1)))
          ++at;
      } else {
        break;
      }
    }
    emit(TokenKind::Number, begin);
  }

  bool op() {
    auto take = [&](std::string_view candidate) {
      if (text.substr(at, candidate.size()) != candidate) return false;
      size_t begin = at;
      at += candidate.size();
      emit(TokenKind::Op, begin);
      return true;
    };
    for (std::string_view candidate : kOps3) {
      if (take(candidate)) return true;
    }
    for (std::string_view candidate : kOps2) {
      if (take(candidate)) return true;
    }
    if (kOps1.find(peek()) == std::string_view::npos || peek() == '\0') return false;
    take(text.substr(at, 1));
    bracket();
    return true;
  }

  void bracket() {
    const Token& token = out.tokens.back();
    char c = token.text[0];
    if (c == '(' || c == '[' || c == '{') {
      brackets.push_back(token);
    } else if (c == ')' || c == ']' || c == '}') {
      char open = c == ')' ? '(' : c == ']' ? '[' : '{';
      if (!brackets.empty() && brackets.back().text[0] == open) {
        brackets.pop_back();
      } else {
        out.messages.push_back({Diag::StrayBracket, token.place, {std::string(1, c)}});
        if (!brackets.empty()) brackets.pop_back();
      }
    }
  }

  // Whether the next line begins a function or a class, which no bracket holds: what is open was
  // forgotten, and all below would be inside it. `at` stands on the line's end.
  bool at_definition() const {
    size_t next = at;
    for (bool is_decorated = true; is_decorated;) {
      next += text.substr(next, 2) == "\r\n" ? 2 : 1;
      next = std::min(text.find_first_not_of(" \t\f", next), text.size());
      is_decorated = next < text.size() && text[next] == '@';
      if (is_decorated) next = end_of_decorator(next);
      if (next >= text.size()) return false;
    }
    for (std::string_view word : {"def ", "class ", "async def "})
      if (text.substr(next, word.size()) == word) return true;
    return false;
  }
  size_t end_of_decorator(size_t from) const {
    int depth = 0;
    for (; from < text.size(); ++from) {
      char c = text[from];
      if (c == '(' || c == '[' || c == '{') ++depth;
      if (c == ')' || c == ']' || c == '}') --depth;
      if ((c == '\n' || c == '\r') && depth <= 0) break;
    }
    return from;
  }
  void forget_brackets() {
    for (const Token& open : brackets)
      out.messages.push_back({Diag::OpenBracket, open.place, {std::string(open.text)}});
    brackets.clear();
  }

  void end_logical_line() {
    size_t begin = at;
    if (!out.tokens.empty() && out.tokens.back().kind != TokenKind::Newline &&
        out.tokens.back().kind != TokenKind::Indent && out.tokens.back().kind != TokenKind::Dedent)
      emit(TokenKind::Newline, begin);
  }

  void run() {
    bool fresh = true;  // at the start of a logical line
    if (text.substr(0, 3) == "\xEF\xBB\xBF") at = line_start = 3;
    while (!done()) {
      if (fresh) {
        indentation();
        fresh = false;
        if (done()) break;
      }
      char c = peek();
      if (at_newline()) {
        if (!brackets.empty() && at_definition()) forget_brackets();
        if (brackets.empty()) {
          end_logical_line();
          fresh = true;
        }
        newline();
      } else if (c == ' ' || c == '\t' || c == '\f') {
        ++at;
      } else if (c == '#') {
        skip_comment();
      } else if (c == '\\' && (peek(1) == '\n' || peek(1) == '\r')) {
        ++at;
        newline();
      } else if (is_digit(c) || (c == '.' && is_digit(peek(1)))) {
        number();
      } else if (c == '"' || c == '\'') {
        string(at);
      } else if (is_ascii_letter(c)) {
        name_or_prefix();
      } else if (static_cast<unsigned char>(c) >= 0x80) {
        Decoded d = decode(text, at);
        if (d.length > 1 && is_letter(d.code)) {
          name_or_prefix();
        } else {
          size_t begin = at;
          at += std::max<size_t>(d.length, 1);
          error(d.length ? Diag::BadCharacter : Diag::BadUtf8, begin,
                {std::string(text.substr(begin, at - begin))});
        }
      } else if (!op()) {
        size_t begin = at++;
        std::string shown(1, c);
        if (static_cast<unsigned char>(c) < 0x20 || c == 0x7F) {
          constexpr char kHex[] = "0123456789abcdef";
          shown = std::string("\\x") + kHex[(c >> 4) & 15] + kHex[c & 15];
        }
        error(Diag::BadCharacter, begin, {shown});
      }
    }
    forget_brackets();
    end_logical_line();
    for (size_t k = 1; k < indents.size(); ++k) emit(TokenKind::Dedent, at);
    emit(TokenKind::End, at);
  }
};

}  // namespace

Lexed lex(std::string_view text) {
  Lexer lexer(text);
  lexer.run();
  return std::move(lexer.out);
}

}  // namespace tack::python
