// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <array>

#include "frontend/xc/token.hpp"

namespace tack::xc {
namespace {

// Longest first, so that the first match is the right one.
constexpr std::string_view kPuncts[] = {
    "<<=", ">>=", "<:=", ":>=", "...", "<<", ">>", "<:", ":>", "<=", ">=", "==", "!=", "&&",
    "||",  "+=",  "-=",  "*=",  "/=",  "%=", "&=", "|=", "^=", "++", "--", "->", "..", "##",
    "+",   "-",   "*",   "/",   "%",   "<",  ">",  "=",  "!",  "&",  "|",  "^",  "~",  "?",
    ":",   ";",   ",",   ".",   "(",   ")",  "[",  "]",  "{",  "}",  "#",  "@"};

constexpr std::string_view kReserved[] = {
    "asm",      "auto",    "bool",   "break",    "case",     "catch",    "class",   "continue",
    "default",  "defer",   "delete", "double",   "else",     "enum",     "extern",  "false",
    "final",    "float",   "for",    "global",   "goto",     "i8",       "i16",     "i32",
    "i64",      "if",      "in",     "inline",   "new",      "optional", "pointer", "protocol",
    "register", "release", "retain", "return",   "sizeof",   "static",   "string",  "struct",
    "switch",   "throw",   "throws", "true",     "try",      "typedef",  "u8",      "u16",
    "u32",      "u64",     "use",    "void",     "volatile", "while",    "char",    "const",
    "do",       "int",     "long",   "restrict", "short",    "signed",   "union",   "unsigned"};

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_hex(char c) { return is_digit(c) || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'); }
bool is_name_start(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name(char c) { return is_name_start(c) || is_digit(c); }

struct Lexer {
  const SourceFile& file;
  std::string_view text;
  size_t at = 0;
  size_t line_start = 0;
  uint32_t line = 1;
  bool first_on_line = true;
  bool space = false;
  std::vector<Token> out;

  char look(size_t n = 0) const { return at + n < text.size() ? text[at + n] : '\0'; }
  void newline() {
    ++at;
    ++line;
    line_start = at;
  }

  void emit(Tok kind, size_t begin, uint32_t begin_line, size_t begin_line_start,
            Msg fault = Msg::StrayByte) {
    Token t;
    t.kind = kind;
    t.first_on_line = first_on_line;
    t.space_before = space;
    t.fault = fault;
    t.text = text.substr(begin, at - begin);
    uint32_t column = static_cast<uint32_t>(begin - begin_line_start + 1);
    uint32_t length = begin_line == line ? static_cast<uint32_t>(at - begin) : 1;
    t.where = {&file, begin_line, column, column + length};
    out.push_back(t);
    first_on_line = false;
    space = false;
  }
  void emit(Tok kind, size_t begin) { emit(kind, begin, line, line_start); }

  // Whether the bytes at `at` are a backslash and a line end; skips them.
  bool splice() {
    if (look() != '\\') return false;
    size_t n = look(1) == '\r' ? 2 : 1;
    if (look(n) != '\n') return false;
    at += n;
    newline();
    return true;
  }

  void skip_block_comment() {
    size_t begin = at;
    uint32_t begin_line = line;
    size_t begin_line_start = line_start;
    at += 2;
    while (at < text.size()) {
      if (look() == '*' && look(1) == '/') {
        at += 2;
        space = true;
        return;
      }
      if (look() == '\n') {
        newline();
      } else {
        ++at;
      }
    }
    emit(Tok::Invalid, begin, begin_line, begin_line_start, Msg::UnterminatedComment);
  }

  void number() {
    size_t begin = at;
    if (look() == '$' || (look() == '0' && (look(1) == 'x' || look(1) == 'X'))) {
      at += look() == '$' ? 1 : 2;
      while (is_name(look())) ++at;
      emit(Tok::Number, begin);
      return;
    }
    while (is_digit(look()) || look() == '_') ++at;
    // "0..9" is a range: the point belongs to the number only if no second one follows.
    if (look() == '.' && look(1) != '.' && !is_name_start(look(1))) {
      ++at;
      while (is_digit(look()) || look() == '_') ++at;
    }
    if ((look() == 'e' || look() == 'E') &&
        (is_digit(look(1)) || ((look(1) == '+' || look(1) == '-') && is_digit(look(2))))) {
      at += 2;
      while (is_digit(look()) || look() == '_') ++at;
    }
    while (is_name(look())) ++at;  // a suffix, right or wrong
    emit(Tok::Number, begin);
  }

  void quoted(char quote) {
    size_t begin = at++;
    while (at < text.size() && look() != quote && look() != '\n') {
      if (look() == '\\' && look(1) != '\n' && look(1) != '\0') ++at;
      ++at;
    }
    if (look() != quote || at >= text.size()) {
      at = std::min(at, text.size());
      emit(Tok::Invalid, begin, line, line_start, Msg::UnterminatedText);
      return;
    }
    ++at;
    emit(quote == '"' ? Tok::String : Tok::Char, begin);
  }

  void token() {
    char c = look();
    size_t begin = at;
    if (is_name_start(c)) {
      while (is_name(look())) ++at;
      emit(Tok::Ident, begin);
      return;
    }
    if (is_digit(c) || (c == '$' && is_hex(look(1)))) return number();
    if (c == '"' || c == '\'') return quoted(c);
    for (std::string_view p : kPuncts) {
      if (text.substr(at, p.size()) == p) {
        at += p.size();
        emit(Tok::Punct, begin);
        return;
      }
    }
    ++at;
    while (at < text.size() && (text[at] & 0xC0) == 0x80) ++at;  // the rest of a UTF-8 character
    emit(Tok::Invalid, begin);
  }

  void run() {
    if (text.substr(0, 3) == "\xEF\xBB\xBF") at = 3;
    while (at < text.size()) {
      char c = look();
      if (c == '\n') {
        newline();
        first_on_line = true;
        space = false;
      } else if (c == ' ' || c == '\t' || c == '\r' || c == '\f' || c == '\v') {
        ++at;
        space = true;
      } else if (splice()) {
        space = true;
      } else if (c == '/' && look(1) == '/') {
        while (at < text.size() && look() != '\n') {
          if (!splice()) ++at;
        }
      } else if (c == '/' && look(1) == '*') {
        skip_block_comment();
      } else {
        token();
      }
    }
    first_on_line = true;
    emit(Tok::End, at);
    out.back().where.end_column = out.back().where.column;
  }
};

void append_utf8(std::string& out, uint32_t c) {
  if (c < 0x80) {
    out += static_cast<char>(c);
  } else if (c < 0x800) {
    out += static_cast<char>(0xC0 | (c >> 6));
    out += static_cast<char>(0x80 | (c & 63));
  } else if (c < 0x10000) {
    out += static_cast<char>(0xE0 | (c >> 12));
    out += static_cast<char>(0x80 | ((c >> 6) & 63));
    out += static_cast<char>(0x80 | (c & 63));
  } else {
    out += static_cast<char>(0xF0 | (c >> 18));
    out += static_cast<char>(0x80 | ((c >> 12) & 63));
    out += static_cast<char>(0x80 | ((c >> 6) & 63));
    out += static_cast<char>(0x80 | (c & 63));
  }
}

}  // namespace

std::vector<Token> lex(const SourceFile& file) {
  Lexer lexer{file, file.text, 0, 0, 1, true, false, {}};
  lexer.run();
  return std::move(lexer.out);
}

bool is_reserved(std::string_view name) {
  return std::find(std::begin(kReserved), std::end(kReserved), name) != std::end(kReserved);
}

std::string decode_text(std::string_view spelling, TextFault& fault) {
  constexpr std::string_view kFrom = "nrt0\\\"'";
  constexpr std::string_view kTo{"\n\r\t\0\\\"'", 7};
  std::string out;
  for (size_t i = 1; i + 1 < spelling.size(); ++i) {
    if (spelling[i] != '\\') {
      out += spelling[i];
      continue;
    }
    size_t begin = i++;
    char c = i + 1 < spelling.size() ? spelling[i] : '?';
    size_t simple = kFrom.find(c);
    if (simple != std::string_view::npos) {
      out += kTo[simple];
      continue;
    }
    size_t digits = c == 'x' ? 2 : c == 'u' ? 4 : c == 'U' ? 8 : 0;
    uint32_t value = 0;
    bool ok = digits != 0;
    for (size_t k = 0; k < digits && ok; ++k) {
      char d = i + 1 < spelling.size() - 1 ? spelling[i + 1] : '?';
      ok = is_hex(d);
      if (!ok) break;
      value = value * 16 + static_cast<uint32_t>(is_digit(d) ? d - '0' : (d | 32) - 'a' + 10);
      ++i;
    }
    if (c == 'x' && value > 0x7F) ok = false;  // a byte of its own is not UTF-8
    if (value > 0x10FFFF || (value >= 0xD800 && value < 0xE000)) ok = false;
    if (!ok) {
      if (!fault.bad) fault = {true, begin};
      continue;
    }
    append_utf8(out, value);
  }
  return out;
}

}  // namespace tack::xc
