// SPDX-License-Identifier: Apache-2.0
// File scope: one declaration after the other, and how to go on after a wrong one.
#include <algorithm>

#include "frontend/xc/parser_impl.hpp"

namespace tack::xc {

void parse_program(const std::vector<Token>& tokens, Program& program, Reporter& reporter) {
  Parser(tokens, program, reporter).program();
}

void Parser::program() {
  find_type_names();
  while (!at_end() && !reporter_.too_many()) {
    size_t start = at_;
    declaration();
    if (panic_) {
      recover(start);
    } else if (at_ == start) {
      take();
    }
  }
}

bool Parser::expect(std::string_view text, std::string_view after) {
  if (panic_) return false;
  if (accept(text)) return true;
  SourceRange where = cur().where;
  bool closes = text == ";" || text == ")" || text == "]";
  if (closes) {
    where = previous().where;  // just behind what came before
    where.column = where.end_column;
  }
  const Token& found = cur();
  fail(Msg::Expected, where, {text, after, describe(found) + instead_of_operator(found.text)});
  // Forgotten, where what follows can only be the next thing: reading goes on as if it stood there.
  bool next_line = found.first_on_line || found.is("}");
  if ((text == ";" && next_line) || (text == ")" && (found.is("{") || found.is(";"))))
    panic_ = false;
  return false;
}

namespace {

// Words that start a statement or a declaration: one at the start of a line begins a new thing.
bool starts_something(const Token& t) {
  constexpr std::string_view kWords[] = {"if",    "for",   "while",  "return",   "switch", "goto",
                                         "break", "defer", "throw",  "continue", "try",    "delete",
                                         "case",  "class", "struct", "typedef",  "static", "enum"};
  return std::find(std::begin(kWords), std::end(kWords), t.text) != std::end(kWords);
}

}  // namespace

// Goes on behind the next ';' or '}' that closes what the error stood in, or before a line that
// starts like a statement or a declaration. What was left out may have declared names.
void Parser::recover(size_t started_at) {
  panic_ = false;
  const Token& first = tokens_[started_at];
  bool of_types = first.is("struct") || first.is("enum") || first.is("typedef") ||
                  first.is("class") || first.is("protocol");
  int depth = 0;  // braces that were opened since
  for (size_t i = started_at; i < at_; ++i) {
    if (tokens_[i].is("{")) ++depth;
    if (tokens_[i].is("}")) depth = std::max(depth - 1, 0);
  }
  if (at_ == started_at) {
    if (at("{")) ++depth;
    take();
  }
  while (!at_end()) {
    const Token& t = cur();
    if (t.is("{")) {
      ++depth;
    } else if (t.is("}")) {
      if (depth == 0) break;
      if (--depth == 0) {
        take();
        if (at("else") || at("catch") || at(";")) continue;
        // `union { u8 a; } u;`
        if (cur().ident() && !cur().first_on_line && cur(1).is(";")) continue;
        break;
      }
    } else if (depth == 0) {
      if (t.is(";")) {
        take();
        break;
      }
      bool again = starts_something(t) || is_type_keyword(t.text);
      if (t.first_on_line && at_ > started_at && again) break;
    }
    take();
  }
  std::set<std::string_view>& lost = func_ && !of_types ? func_->lost : program_.lost;
  bool in_body = false;
  for (size_t i = started_at; i < at_ && !in_body; ++i) {
    const Token& t = tokens_[i];
    if (t.ident() && !is_reserved(t.text) && !is_type_keyword(t.text)) lost.insert(t.text);
    in_body = t.is("{") && !of_types && !func_;
  }
  if (func_) func_->incomplete = true;
}

// After an error inside parentheses: behind the one that closes them, if it comes before the
// statement ends.
void Parser::skip_to_close() {
  if (!panic_) return;
  int depth = 1;
  for (size_t i = at_; i < tokens_.size(); ++i) {
    const Token& t = tokens_[i];
    if (t.is("(")) ++depth;
    if (t.is(")") && --depth == 0) {
      at_ = i + 1;
      panic_ = false;
      return;
    }
    if (t.is(";") || t.is("{") || t.is("}") || t.kind == Tok::End) return;
  }
}

std::string_view Parser::variable_name(std::string_view after) {
  const Token& t = cur();
  if (can_name(t)) {
    take();
    return t.text;
  }
  if (t.ident()) {
    fail(Msg::ReservedName, t.where, {t.text});
  } else if (t.is("(") && cur(1).is("*")) {
    fail(Msg::FunctionPointer, t.where);
  } else {
    fail(Msg::ExpectedName, t.where, {after, describe(t)});
  }
  return "";
}

Parser::Modifiers Parser::modifiers() {
  Modifiers m;
  for (;;) {
    if (accept("static")) {
      m.is_static = true;
    } else if (accept("extern")) {
      m.is_extern = true;
    } else if (accept("volatile")) {
      m.is_volatile = true;
    } else if (accept("final")) {
      m.is_final = true;
    } else if (at("inline") && !cur(1).is(":")) {
      take();
      m.is_inline = true;
    } else if (at("register") || at("global")) {
      take();
    } else {
      return m;
    }
  }
}

}  // namespace tack::xc
