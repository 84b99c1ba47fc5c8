// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/file_attributes.hpp"

#include <algorithm>
#include <string_view>

namespace tack::python {
namespace {

using Line = std::span<const Token>;

bool opens(const Token& t) { return t.is("(") || t.is("[") || t.is("{"); }
bool closes(const Token& t) { return t.is(")") || t.is("]") || t.is("}"); }

bool is_head(const Token& t) {
  constexpr std::string_view kWords[] = {"if",  "elif",   "else",    "for", "while", "with",
                                         "try", "except", "finally", "def", "class", "async"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](std::string_view word) { return t.is(word); });
}

bool is_assignment(const Token& t) {
  constexpr std::string_view kOps[] = {
      "=", "+=", "-=", "*=", "/=", "//=", "%=", "**=", "@=", "&=", "|=", "^=", "<<=", ">>="};
  return std::any_of(std::begin(kOps), std::end(kOps),
                     [&](std::string_view op) { return t.is(op); });
}

// The first token that `wanted` accepts outside brackets; the line's size when there is none.
template <class Wanted>
size_t find_outside(Line line, Wanted wanted) {
  int depth = 0;
  for (size_t k = 0; k < line.size(); ++k) {
    if (opens(line[k])) ++depth;
    if (closes(line[k])) --depth;
    if (depth == 0 && wanted(line[k])) return k;
  }
  return line.size();
}

// Every name.attribute that is assigned as a whole.
void targets(Line part, std::set<std::string>& names) {
  for (size_t k = 0; k + 2 < part.size(); ++k) {
    if (part[k].kind != TokenKind::Name || !part[k + 1].is(".") ||
        part[k + 2].kind != TokenKind::Name || (k > 0 && part[k - 1].is(".")))
      continue;
    bool goes_on =
        k + 3 < part.size() && (part[k + 3].is(".") || part[k + 3].is("(") || part[k + 3].is("["));
    if (!goes_on) names.emplace(part[k + 2].text);
  }
}

void simple_statement(Line part, AssignedAttributes& out) {
  size_t annotation = find_outside(part, [](const Token& t) { return t.is(":"); });
  bool is_annotated = annotation < part.size();
  // All but the last of the parts between the signs are targets.
  while (true) {
    size_t sign = find_outside(part, is_assignment);
    if (sign == part.size() && !is_annotated) return;
    targets(part.subspan(0, std::min(sign, annotation)), out.names);
    if (sign == part.size() || is_annotated) return;
    part = part.subspan(sign + 1);
    annotation = part.size();
  }
}

// for TARGETS in ..., with ... as TARGET:
void head(Line part, std::set<std::string>& names) {
  if (part.empty()) return;
  size_t begin = part[0].is("async") ? 1 : 0;
  if (begin < part.size() && part[begin].is("for")) {
    size_t in = find_outside(part, [](const Token& t) { return t.is("in"); });
    targets(part.subspan(0, in), names);
  } else if (begin < part.size() && part[begin].is("with")) {
    for (size_t k = begin; k < part.size(); ++k)
      if (part[k].is("as"))
        targets(part.subspan(k + 1, std::min<size_t>(3, part.size() - k - 1)), names);
  }
}

// What sets attributes without naming them as such.
void dynamic(Line line, AssignedAttributes& out) {
  for (size_t k = 0; k < line.size(); ++k) {
    bool sets = line[k].is("setattr") || line[k].is("__setattr__");
    if (line[k].is("__dict__") || line[k].is("__getattr__") ||
        (line[k].is("vars") && k + 1 < line.size() && line[k + 1].is("(")))
      out.open = std::string(line[k].text);
    if (!sets) continue;
    // setattr(self, "name", value)
    size_t name = line.size();
    for (size_t j = k + 1; j < line.size() && j < k + 6; ++j)
      if (line[j].is(",")) {
        name = j + 1;
        break;
      }
    bool is_literal = name + 1 < line.size() && line[name].kind == TokenKind::String &&
                      line[name + 1].is(",") && line[name].text.size() > 2 &&
                      (line[name].text[0] == '"' || line[name].text[0] == '\'');
    if (is_literal)
      out.names.emplace(line[name].text.substr(1, line[name].text.size() - 2));
    else
      out.open = std::string(line[k].text);
  }
}

}  // namespace

void read_assigned(Line line, AssignedAttributes& out) {
  dynamic(line, out);
  while (!line.empty() && is_head(line[0])) {
    size_t colon = find_outside(line, [](const Token& t) { return t.is(":"); });
    head(line.subspan(0, colon), out.names);
    line = line.subspan(std::min(colon + 1, line.size()));
  }
  while (!line.empty()) {
    size_t end = find_outside(line, [](const Token& t) { return t.is(";"); });
    simple_statement(line.subspan(0, end), out);
    line = line.subspan(std::min(end + 1, line.size()));
  }
}

}  // namespace tack::python
