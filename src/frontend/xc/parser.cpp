// SPDX-License-Identifier: Apache-2.0
// File scope: one declaration after the other, and how to go on after a wrong one.
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
    if (panic_) recover(start);
  }
}

// Goes on behind the next ';' or '}' that closes what the error stood in, or before a line that
// starts like a statement.
void Parser::recover(size_t started_at) {
  panic_ = false;
  if (at_ == started_at) take();
  int depth = 0;
  while (!at_end()) {
    const Token& t = cur();
    if (t.is("{")) {
      ++depth;
    } else if (t.is("}")) {
      if (depth == 0) return;
      if (--depth == 0) {
        take();
        return;
      }
    } else if (depth == 0) {
      if (t.is(";")) {
        take();
        return;
      }
      if (t.first_on_line && at_ > started_at &&
          (t.is("if") || t.is("for") || t.is("while") || t.is("return") || t.is("switch")))
        return;
    }
    take();
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
