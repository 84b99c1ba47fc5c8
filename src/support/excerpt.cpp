// SPDX-License-Identifier: Apache-2.0
#include "support/excerpt.hpp"

#include <algorithm>
#include <cstdint>
#include <cstdio>

namespace tack {
namespace {

// What is left and right of the place, in bytes of source: a line of a terminal and some more.
constexpr size_t kBefore = 80, kAfter = 80, kWhole = 200;

struct Piece {
  size_t bytes = 1;    // of the source
  std::string text;    // as shown
  size_t columns = 1;  // it takes, as far as can be told without a font
};

std::string spelled(const char* format, uint32_t value) {
  char text[16];
  std::snprintf(text, sizeof text, format, value);
  return text;
}

// The code point at `at` and its length; length 0 for bytes that are no UTF-8.
uint32_t decode(std::string_view text, size_t at, size_t& length) {
  auto byte = [&](size_t k) { return static_cast<unsigned char>(text[at + k]); };
  uint32_t first = byte(0);
  length = first < 0x80 ? 1 : first >> 5 == 6 ? 2 : first >> 4 == 14 ? 3 : first >> 3 == 30 ? 4 : 0;
  if (length == 0 || at + length > text.size()) {
    length = 0;
    return first;
  }
  if (length == 1) return first;
  uint32_t value = first & (0xFFu >> (length + 1));
  for (size_t k = 1; k < length; ++k) {
    if (byte(k) >> 6 != 2) {
      length = 0;
      return first;
    }
    value = value << 6 | (byte(k) & 63u);
  }
  return value;
}

// Characters that steer a terminal or the direction of the text after them.
bool steers(uint32_t c) {
  return c < 0x20 || (c >= 0x7F && c < 0xA0) || c == 0x200E || c == 0x200F ||
         (c >= 0x202A && c <= 0x202E) || (c >= 0x2066 && c <= 0x2069) || c == 0x2028 || c == 0x2029;
}

Piece piece(std::string_view text, size_t at) {
  Piece p;
  size_t length = 0;
  uint32_t c = decode(text, at, length);
  if (length == 0) {
    p.text = spelled("\\x%02x", c);
  } else if (c == '\t') {
    p.text = "\t";
    return p;
  } else if (steers(c)) {
    p.bytes = length;
    p.text = c < 0x80 ? spelled("\\x%02x", c) : spelled("\\u%04x", c);
  } else {
    p.bytes = length;
    p.text = std::string(text.substr(at, length));
    return p;
  }
  p.columns = p.text.size();
  return p;
}

// To the first byte of the character that `at` stands in.
size_t aligned(std::string_view text, size_t at) {
  for (int k = 0; k < 3 && at > 0 && at < text.size() && (text[at] & 0xC0) == 0x80; ++k) --at;
  return at;
}

}  // namespace

std::string printable(std::string_view text, size_t most) {
  std::string out;
  for (size_t at = 0; at < text.size();) {
    if (out.size() >= most) return out + "...";
    Piece p = piece(text, at);
    out += text[at] == '\n' ? "\n" : p.text;  // a message may have several lines
    at += p.bytes;
  }
  return out;
}

Excerpt excerpt(std::string_view line, size_t begin, size_t end) {
  begin = std::min(begin, line.size());
  end = std::clamp(end, begin, line.size());
  size_t from = 0, to = line.size();
  if (line.size() > kWhole) {
    from = begin > kBefore ? aligned(line, begin - kBefore) : 0;
    to = aligned(line, std::min(line.size(), begin + kAfter));
  }
  Excerpt out;
  size_t marked = 0;
  if (from > 0) {
    out.line = "...";
    out.marker = "   ";
  }
  for (size_t at = from; at < to;) {
    Piece p = piece(line, at);
    out.line += p.text;
    if (at < begin) {
      out.marker += p.text == "\t" ? p.text : std::string(p.columns, ' ');
    } else if (at < end) {
      marked += p.columns;
    }
    at += p.bytes;
  }
  if (to < line.size()) out.line += "...";
  out.marker += "^";
  if (marked > 1) out.marker += std::string(marked - 1, '~');
  return out;
}

}  // namespace tack
