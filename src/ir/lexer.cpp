// SPDX-License-Identifier: Apache-2.0
#include "ir/lexer.hpp"

#include <algorithm>

namespace tack::ir {
namespace {

bool is_digit(char c) { return c >= '0' && c <= '9'; }
bool is_letter(char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_'; }
bool is_name_char(char c) { return is_letter(c) || is_digit(c) || c == '.'; }
bool is_space(char c) { return c == ' ' || c == '\t' || c == '\r' || c == '\n'; }
int hex_value(char c) {
  if (is_digit(c)) return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  return -1;
}

struct Lexer {
  std::string_view text;
  size_t at = 0;
  uint32_t line = 1;
  size_t line_start = 0;

  char peek(size_t ahead = 0) const { return at + ahead < text.size() ? text[at + ahead] : '\0'; }
  void skip_space() {
    while (at < text.size()) {
      if (peek() == '\n') {
        ++line;
        line_start = at + 1;
      } else if (peek() == '/' && peek(1) == '/') {
        at = std::min(text.find('\n', at), text.size());
        continue;
      } else if (!is_space(peek())) {
        return;
      }
      ++at;
    }
  }
  template <class Is>
  void skip_while(const Is& is) {
    while (at < text.size() && is(text[at])) ++at;
  }

  // 12 .5 e-5 suffix, after an optional sign.
  void number() {
    if (peek() == '-') ++at;
    skip_while(is_digit);
    if (peek() == '.' && is_digit(peek(1))) {
      ++at;
      skip_while(is_digit);
    }
    if (peek() == 'e' &&
        (is_digit(peek(1)) || ((peek(1) == '+' || peek(1) == '-') && is_digit(peek(2))))) {
      at += 2;
      skip_while(is_digit);
    }
    skip_while([](char c) { return is_letter(c) || is_digit(c); });
  }
  // Past the closing quote; false when it is missing on this line.
  bool string() {
    for (++at; at < text.size() && text[at] != '\n'; ++at) {
      if (text[at] == '"') {
        ++at;
        return true;
      }
      if (text[at] == '\\' && at + 1 < text.size() && text[at + 1] != '\n') ++at;
    }
    return false;
  }
  bool place() {
    if (peek() == '"' && !string()) return false;
    skip_while([](char c) { return !is_space(c) && c != '{'; });
    return true;
  }

  Token next() {
    skip_space();
    Token token{Tok::End, {}, line, static_cast<uint32_t>(at - line_start + 1)};
    if (at == text.size()) return token;
    size_t start = at;
    auto finish = [&](Tok kind, size_t skip = 0, size_t cut = 0) {
      token.kind = kind;
      token.text = text.substr(start + skip, at - start - skip - cut);
      return token;
    };
    auto bad = [&](std::string_view what) {
      token.kind = Tok::Bad;
      token.text = what;
      return token;
    };
    char c = peek();
    if (c == '%' || c == '$' || c == '@') {
      ++at;
      if (c == '@' && peek() == '"') {
        return string() ? finish(Tok::Symbol, 1) : bad("the string does not end on its line");
      }
      if (c == '@' && peek() == ' ') {
        do {
          ++at;
          if (at > start + 2) ++at;  // the "<"
          while (peek() == ' ') ++at;
          if (!place()) return bad("the string does not end on its line");
        } while (peek() == ' ' && peek(1) == '<');
        return finish(Tok::Location, 2);
      }
      skip_while(is_name_char);
      if (at == start + 1) return bad("a name is missing");
      return finish(c == '%' ? Tok::Value : c == '$' ? Tok::Label : Tok::Symbol, 1);
    }
    if (is_digit(c) || (c == '-' && is_digit(peek(1)))) {
      number();
      return finish(Tok::Number);
    }
    if (is_letter(c) || (c == '-' && is_letter(peek(1)))) {
      ++at;
      while (is_name_char(peek()) || (peek() == '-' && is_name_char(peek(1)))) ++at;
      return finish(Tok::Word);
    }
    if (c == '"')
      return string() ? finish(Tok::String, 1, 1) : bad("the string does not end on its line");
    for (std::string_view punct :
         {"->", "...", "(", ")", "{", "}", "[", "]", ",", ":", "=", "<", ">", "+"}) {
      if (text.substr(at).starts_with(punct)) {
        at += punct.size();
        return finish(Tok::Punct);
      }
    }
    ++at;
    return bad("unexpected character");
  }
};

}  // namespace

std::vector<Token> tokenize(std::string_view text) {
  Lexer lexer{text};
  std::vector<Token> tokens;
  do {
    tokens.push_back(lexer.next());
  } while (tokens.back().kind != Tok::End);
  return tokens;
}

bool is_name(std::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), is_name_char);
}

bool is_word(std::string_view text) { return is_name(text) && is_letter(text[0]); }

std::string quote(std::string_view text) {
  constexpr char kHex[] = "0123456789abcdef";
  std::string out = "\"";
  for (char c : text) {
    auto byte = static_cast<unsigned char>(c);
    if (c == '"' || c == '\\') {
      out += '\\';
      out += c;
    } else if (c == '\n') {
      out += "\\n";
    } else if (byte < 0x20 || byte == 0x7F) {
      out += "\\x";
      out += kHex[byte >> 4];
      out += kHex[byte & 15];
    } else {
      out += c;
    }
  }
  return out + '"';
}

std::string unquote(std::string_view escaped) {
  std::string out;
  for (size_t i = 0; i < escaped.size(); ++i) {
    if (escaped[i] != '\\' || i + 1 == escaped.size()) {
      out += escaped[i];
      continue;
    }
    char c = escaped[++i];
    if (c == 'n') {
      out += '\n';
    } else if (c == 'x' && i + 2 < escaped.size() && hex_value(escaped[i + 1]) >= 0 &&
               hex_value(escaped[i + 2]) >= 0) {
      out += static_cast<char>(hex_value(escaped[i + 1]) * 16 + hex_value(escaped[i + 2]));
      i += 2;
    } else {
      out += c;
    }
  }
  return out;
}

}  // namespace tack::ir
