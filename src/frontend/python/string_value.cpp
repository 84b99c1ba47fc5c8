// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/string_value.hpp"

#include <algorithm>
#include <cstdint>

namespace tack::python {
namespace {

void append_utf8(std::string& out, uint32_t code) {
  auto byte = [&](uint32_t bits) { out += static_cast<char>(bits); };
  if (code < 0x80) {
    byte(code);
  } else if (code < 0x800) {
    byte(0xC0 | code >> 6);
    byte(0x80 | (code & 0x3F));
  } else if (code < 0x10000) {
    byte(0xE0 | code >> 12);
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  } else {
    byte(0xF0 | code >> 18);
    byte(0x80 | (code >> 12 & 0x3F));
    byte(0x80 | (code >> 6 & 0x3F));
    byte(0x80 | (code & 0x3F));
  }
}

int digit(char c) {
  if (c >= '0' && c <= '9') return c - '0';
  if (c >= 'a' && c <= 'f') return c - 'a' + 10;
  if (c >= 'A' && c <= 'F') return c - 'A' + 10;
  return 99;
}

struct Reader {
  std::string_view text;
  size_t at = 0;
  std::string out = {};

  // Up to `most` digits of a base as one character; `least` of them must be there.
  bool number(size_t begin, int base, size_t least, size_t most) {
    uint32_t code = 0;
    size_t end = begin;
    while (end < text.size() && end - begin < most && digit(text[end]) < base)
      code = code * static_cast<uint32_t>(base) + static_cast<uint32_t>(digit(text[end++]));
    bool is_surrogate = code >= 0xD800 && code < 0xE000;
    if (end - begin < least || code > 0x10FFFF || is_surrogate) return false;
    append_utf8(out, code);
    at = end;
    return true;
  }

  // `at` stands behind the backslash. What is no escape stays as it is written.
  void escape() {
    char c = text[at];
    constexpr std::string_view kLetters = "\\'\"abfnrtv", kMeaning = "\\'\"\a\b\f\n\r\t\v";
    if (size_t k = kLetters.find(c); k != std::string_view::npos) {
      out += kMeaning[k];
      ++at;
      return;
    }
    if (c == '\n' || c == '\r') {  // the line goes on
      at += text.substr(at, 2) == "\r\n" ? 2 : 1;
      return;
    }
    if (digit(c) < 8 && number(at, 8, 1, 3)) return;
    if (c == 'x' && number(at + 1, 16, 2, 2)) return;
    if (c == 'u' && number(at + 1, 16, 4, 4)) return;
    if (c == 'U' && number(at + 1, 16, 8, 8)) return;
    out += '\\';
  }

  std::string run(bool is_raw) {
    while (at < text.size()) {
      char c = text[at];
      if (c == '\\' && !is_raw && at + 1 < text.size()) {
        ++at;
        escape();
        continue;
      }
      // A line's end is one character however it is written.
      if (c == '\r') {
        if (text.substr(at, 2) == "\r\n") ++at;
        c = '\n';
      }
      out += c;
      ++at;
    }
    return out;
  }
};

}  // namespace

std::string string_value(std::string_view token) {
  size_t quote = token.find_first_of("'\"");
  if (quote == std::string_view::npos) return {};
  std::string_view prefix = token.substr(0, quote);
  std::string_view text = token.substr(quote);
  bool is_triple = text.size() >= 6 && text[1] == text[0] && text[2] == text[0];
  size_t quotes = is_triple ? 3 : 1;
  if (text.size() < 2 * quotes) return {};
  text = text.substr(quotes, text.size() - 2 * quotes);
  return Reader{text}.run(prefix.find_first_of("rR") != std::string_view::npos);
}

}  // namespace tack::python
