// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/source_text.hpp"

#include <algorithm>
#include <optional>

#include "support/excerpt.hpp"

namespace tack::python {
namespace {

constexpr std::string_view kMark = "\xEF\xBB\xBF";

std::string_view take_line(std::string_view& rest) {
  size_t end = rest.find_first_of("\r\n");
  std::string_view line = rest.substr(0, end);
  if (end == std::string_view::npos) {
    rest = {};
  } else {
    rest.remove_prefix(end + (rest.substr(end, 2) == "\r\n" ? 2 : 1));
  }
  return line;
}

// The name in a line like "# -*- coding: latin-1 -*-".
std::optional<std::string> coding_of(std::string_view line) {
  size_t first = line.find_first_not_of(" \t\f");
  if (first == std::string_view::npos || line[first] != '#') return std::nullopt;
  for (size_t at = line.find("coding", first); at != std::string_view::npos;
       at = line.find("coding", at + 1)) {
    std::string_view rest = line.substr(at + 6);
    if (rest.empty() || (rest[0] != ':' && rest[0] != '=')) continue;
    rest.remove_prefix(1);
    rest.remove_prefix(std::min(rest.find_first_not_of(" \t"), rest.size()));
    std::string name;
    for (char c : rest) {
      bool is_part = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                     c == '-' || c == '_' || c == '.';
      if (!is_part) break;
      name += c;
    }
    if (!name.empty()) return name;
  }
  return std::nullopt;
}

enum class Coding : uint8_t { Utf8, Latin1, Ascii, Other };

Coding known(std::string name) {
  for (char& c : name) c = c == '_' ? '-' : c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c;
  auto is = [&](std::initializer_list<const char*> names) {
    return std::any_of(names.begin(), names.end(), [&](const char* one) { return name == one; });
  };
  if (is({"utf-8", "utf8", "u8", "utf", "utf-8-sig", "cp65001"}) || name.starts_with("utf-8-"))
    return Coding::Utf8;
  if (is({"latin-1", "latin1", "latin", "l1", "iso-8859-1", "iso8859-1", "iso-latin-1", "8859",
          "cp819", "iso8859"}) ||
      name.starts_with("latin-1-") || name.starts_with("iso-8859-1-"))
    return Coding::Latin1;
  if (is({"ascii", "us-ascii", "646"})) return Coding::Ascii;
  return Coding::Other;
}

// The length of the UTF-8 sequence at the start; 0: there is none.
size_t sequence(std::string_view text) {
  auto byte = [&](size_t k) { return k < text.size() ? static_cast<unsigned char>(text[k]) : 0u; };
  unsigned lead = byte(0);
  if (lead < 0x80) return 1;
  size_t length = lead < 0xC2 ? 0 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : lead < 0xF5 ? 4 : 0;
  for (size_t k = 1; k < length; ++k)
    if ((byte(k) & 0xC0) != 0x80) return 0;
  // Longer than need be, surrogates, beyond the last code point.
  if ((lead == 0xE0 && byte(1) < 0xA0) || (lead == 0xED && byte(1) > 0x9F) ||
      (lead == 0xF0 && byte(1) < 0x90) || (lead == 0xF4 && byte(1) > 0x8F))
    return 0;
  return length;
}

}  // namespace

Result<std::string> decode_source(std::string_view bytes) {
  bool has_mark = bytes.starts_with(kMark);
  if (has_mark) bytes.remove_prefix(kMark.size());
  Coding coding = Coding::Utf8;
  std::string name = "utf-8";
  std::string_view rest = bytes;
  for (int line = 0; line < 2 && !rest.empty(); ++line) {
    std::string_view text = take_line(rest);
    if (auto found = coding_of(text)) {
      name = *found;
      coding = known(name);
      break;
    }
    size_t first = text.find_first_not_of(" \t\f");
    if (first != std::string_view::npos && text[first] != '#') break;  // a statement
  }
  if (coding == Coding::Other)
    return Error{"it is encoded as '" + printable(name, 40) +
                 "', which is not read; save it as UTF-8"};
  if (has_mark && coding != Coding::Utf8)
    return Error{"it begins with the mark of UTF-8, and its coding line says '" + name + "'"};
  std::string out;
  out.reserve(bytes.size());
  size_t line = 1, line_start = 0;
  for (size_t at = 0; at < bytes.size();) {
    char c = bytes[at];
    if (c == '\n' || c == '\r') {
      out += '\n';
      at += c == '\r' && bytes.substr(at, 2) == "\r\n" ? 2 : 1;
      ++line;
      line_start = at;
      continue;
    }
    auto byte = static_cast<unsigned char>(c);
    if (byte < 0x80) {
      out += c;
      ++at;
      continue;
    }
    if (coding == Coding::Latin1) {
      out += static_cast<char>(0xC0 | byte >> 6);
      out += static_cast<char>(0x80 | (byte & 0x3F));
      ++at;
      continue;
    }
    size_t length = coding == Coding::Utf8 ? sequence(bytes.substr(at)) : 0;
    if (length == 0) {
      constexpr char kHex[] = "0123456789abcdef";
      std::string shown = {'0', 'x', kHex[byte >> 4], kHex[byte & 15]};
      std::string where = "byte " + shown + " at line " + std::to_string(line) + ", column " +
                          std::to_string(at - line_start + 1);
      if (coding == Coding::Ascii)
        return Error{where + " is not ASCII, as its coding line says; save it as UTF-8"};
      return Error{where +
                   " is not UTF-8; save it as UTF-8, or name its encoding in its first line, as "
                   "in # -*- coding: latin-1 -*-"};
    }
    out += bytes.substr(at, length);
    at += length;
  }
  return out;
}

}  // namespace tack::python
