// SPDX-License-Identifier: Apache-2.0
#include <algorithm>
#include <charconv>

#include "ir/literal.hpp"
#include "ir/parser.hpp"

namespace tack::ir {
namespace {

constexpr unsigned kMaxLanes = 1024;

template <class Number>
bool to_number(std::string_view text, Number& out) {
  auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), out);
  return error == std::errc() && end == text.data() + text.size();
}

// One `file:line:column-end` from the front of `text`; the file may be a quoted string.
bool take_place(std::string_view& text, std::string& file, LocInfo& info) {
  size_t end = 0;
  if (text.starts_with('"')) {
    for (end = 1; end < text.size() && text[end] != '"'; ++end) {
      if (text[end] == '\\') ++end;
    }
    if (end >= text.size()) return false;
    file = unquote(text.substr(1, end - 1));
    ++end;
  }
  size_t stop = std::min(text.find(' ', end), text.size());
  std::string_view word = text.substr(end, stop - end);
  text.remove_prefix(stop);
  size_t dash = word.rfind('-');
  if (dash == std::string_view::npos) return false;
  size_t second = word.rfind(':', dash);
  if (second == std::string_view::npos || second == 0) return false;
  size_t first = word.rfind(':', second - 1);
  if (first == std::string_view::npos) return false;
  if (end == 0) {
    file = std::string(word.substr(0, first));
  } else if (first != 0) {
    return false;
  }
  return to_number(word.substr(first + 1, second - first - 1), info.line) &&
         to_number(word.substr(second + 1, dash - second - 1), info.column) &&
         to_number(word.substr(dash + 1), info.end_column);
}

}  // namespace

bool Cursor::fail_at(const Token& token, const std::string& what) {
  if (!error.empty()) return false;
  std::string shown = what;
  if (token.kind == Tok::Bad) shown = token.text;
  error = std::string(name) + ":" + std::to_string(token.line) + ":" +
          std::to_string(token.column) + ": " + shown;
  return false;
}

bool Cursor::accept(std::string_view text) {
  if (!is_punct(text) && !is_word(text)) return false;
  take();
  return true;
}

bool Cursor::expect(std::string_view text) {
  return accept(text) || fail("expected '" + std::string(text) + "'");
}

bool Cursor::number(uint64_t& out) {
  if (peek().kind != Tok::Number || !to_number(peek().text, out))
    return fail("expected a plain number");
  take();
  return true;
}

bool Cursor::signed_number(int64_t& out) {
  if (peek().kind != Tok::Number || !to_number(peek().text, out))
    return fail("expected a plain number");
  take();
  return true;
}

bool Cursor::symbol(std::string& out) {
  if (peek().kind != Tok::Symbol) return fail("expected an @name");
  std::string_view text = take().text;
  bool quoted = text.starts_with('"');
  out = quoted ? unquote(text.substr(1, text.size() - 2)) : std::string(text);
  return true;
}

bool Cursor::string(std::string& out) {
  if (peek().kind != Tok::String) return fail("expected a string");
  out = unquote(take().text);
  return true;
}

bool Cursor::type(Type& out, int depth) {
  if (depth > kMaxTypeDepth) return fail("types nest too deep");
  if (peek().kind != Tok::Word) return fail("expected a type");
  Token word = take();
  uint64_t count = 0;
  if (word.text == "lanes") {
    if (!expect("<") || !number(count) || !expect(",") || !type(out, depth + 1) || !expect(">"))
      return false;
    bool fits = out.is_number() || out.is_ptr();
    if (out.is_lanes() || !fits) return fail_at(word, "lanes are of numbers or pointers");
    if (count == 0 || count > kMaxLanes) return fail_at(word, "a gang has 1 to 1024 lanes");
    out = out.with_lanes(static_cast<uint16_t>(count));
    return true;
  }
  if (word.text == "mask") {
    if (!expect("<") || !number(count) || !expect(">")) return false;
    if (count == 0 || count > kMaxLanes) return fail_at(word, "a gang has 1 to 1024 lanes");
    out = Type::mask(static_cast<uint16_t>(count));
    return true;
  }
  if (word.text == "ptr") {
    out = kPtr;
    if (!accept("<")) return true;
    Token space = take();
    for (Space s : {Space::Private, Space::Workgroup, Space::Host}) {
      if (space.kind == Tok::Word && space.text == space_name(s)) {
        out = Type::ptr(s);
        return expect(">");
      }
    }
    return fail_at(space, "expected private, workgroup or host");
  }
  if (word.text == "buffer") {
    Type element;
    if (!expect("<") || !type(element, depth + 1) || !expect(">")) return false;
    if (!element.is_number() || element.is_lanes()) return fail_at(word, "a buffer is of numbers");
    out = Type::buffer(element.kind);
    return true;
  }
  if (word.text == "array") {
    Type element;
    if (!expect("<") || !type(element, depth + 1) || !expect(",") || !number(count) || !expect(">"))
      return false;
    if (element.is_buffer()) return fail_at(word, "an array cannot hold buffers");
    out = module.array(element, count);
    return true;
  }
  if (word.text == "struct") {
    if (!expect("<")) return false;
    Token inner = take();
    auto found = structs.find(std::string(inner.text));
    bool named = inner.kind == Tok::Word || inner.kind == Tok::Number;
    if (!named || found == structs.end()) return fail_at(inner, "unknown struct");
    out = found->second;
    return expect(">");
  }
  Kind kind = kind_named(word.text);
  if (kind == Kind::Void) return fail_at(word, "unknown type '" + std::string(word.text) + "'");
  out = Type::scalar(kind);
  return true;
}

bool Cursor::results(std::vector<Type>& out) {
  if (!accept("->")) return true;
  bool several = accept("(");
  do {
    if (!type(out.emplace_back())) return false;
  } while (several && accept(","));
  return !several || expect(")");
}

bool Cursor::place(Loc& out) {
  if (peek().kind != Tok::Location) return true;
  Token token = take();
  std::string_view text = token.text;
  std::vector<LocInfo> chain;
  do {
    while (text.starts_with(' ') || text.starts_with('<')) text.remove_prefix(1);
    std::string file;
    if (!take_place(text, file, chain.emplace_back()))
      return fail_at(token, "expected a location, as in @ file.py:3:5-9");
    chain.back().file = module.add_file(std::move(file));
  } while (!text.empty());
  for (auto info = chain.rbegin(); info != chain.rend(); ++info) {
    info->inlined_at = out;
    out = module.add_loc(*info);
  }
  return true;
}

std::string hint_of(std::string_view name) {
  bool number = std::all_of(name.begin(), name.end(), [](char c) { return c >= '0' && c <= '9'; });
  return number ? std::string() : std::string(name);
}

}  // namespace tack::ir
