// SPDX-License-Identifier: Apache-2.0
// Statements.
#include "frontend/xc/parser_impl.hpp"

namespace tack::xc {

Stmt* Parser::make_stmt(StmtKind kind, SourceRange where) {
  Stmt& s = program_.stmt_arena.emplace_back();
  s.kind = kind;
  s.where = where;
  return &s;
}

// `i32 g(i32 x) {` or `class C {` inside a block: its closing brace is missing, since neither
// stands in a function.
bool Parser::starts_definition() const {
  if (at("class") && cur(1).ident()) return true;
  size_t n = type_length(0, true);
  if (n == 0 || !can_name(cur(n)) || !cur(n + 1).is("(")) return false;
  int depth = 0;
  for (size_t k = n + 1;; ++k) {
    const Token& t = cur(k);
    if (t.kind == Tok::End || t.is(";") || t.is("{")) return false;
    if (t.is("(")) ++depth;
    if (t.is(")") && --depth == 0)
      return cur(k + 1).is("{") || (cur(k + 1).is("throws") && cur(k + 2).is("{"));
  }
}

Stmt* Parser::block() {
  Nest nest(*this);
  Stmt* s = make_stmt(StmtKind::Block, cur().where);
  expect("{", "what stands before the block");
  while (!at("}") && !at_end() && !reporter_.too_many()) {
    if (starts_definition()) {
      // All blocks end here; the innermost is named.
      reporter_.report(Msg::DefinitionInside, cur().where,
                       {at("class") ? "class" : "function", "function"},
                       {{s->where, "this block is still open"}});
      s->end = cur().where;
      return s;
    }
    size_t start = at_;
    Stmt* inner = statement();
    if (panic_) {
      recover(start);
      inner = make_stmt(StmtKind::Error, inner->where);
    } else if (at_ == start) {
      take();
    }
    s->list.push_back(inner);
  }
  s->end = cur().where;
  if (at_end() && !panic_) {
    fail(Msg::BlockOpen, s->where);
    return s;
  }
  expect("}", "the block");
  return s;
}

// `(expression)`. A fault inside leaves the statement around whole.
Expr* Parser::condition(std::string_view of, std::string_view what) {
  expect("(", of);
  if (panic_) return make_expr(ExprKind::Error, cur().where);
  Expr* e = expression();
  expect(")", what);
  if (!panic_) return e;
  skip_to_close();
  return make_expr(ExprKind::Error, e->where);
}

Stmt* Parser::body(std::string_view of) {
  if (at(";") || at("{")) return statement();
  if (at("}") || at_end()) fail(Msg::ExpectedStatement, cur().where, {of});
  return statement();
}

Stmt* Parser::statement() {
  Nest nest(*this);
  return statement_inner();
}

Stmt* Parser::statement_inner() {
  const Token& t = cur();
  if (t.is("{")) return block();
  if (t.is(";")) {
    take();
    return make_stmt(StmtKind::Empty, t.where);
  }
  if (t.kind == Tok::Ident) {
    if (starts_par()) return par();
    bool named = t.is("par") && can_name(cur(1)) && cur(2).is("for");
    if (named || (t.is("par") && cur(1).is("for"))) {
      reporter_.report(Msg::ParFor, t.where, {"{", "}"});
      take();
      if (named) take();
      return for_();
    }
    if (t.is("if")) {
      Stmt* s = make_stmt(StmtKind::If, take().where);
      s->a = condition("'if'", "the condition");
      s->body = body("'if'");
      if (accept("else")) s->other = body("'else'");
      return s;
    }
    if (t.is("while")) {
      Stmt* s = make_stmt(StmtKind::While, take().where);
      s->a = condition("'while'", "the condition");
      loop_annotations();
      s->body = body("'while'");
      return s;
    }
    if (t.is("for")) return for_();
    if (t.is("switch")) return switch_();
    if (t.is("case") || (t.is("default") && cur(1).is(":"))) return case_label();
    if (t.is("return")) {
      Stmt* s = make_stmt(StmtKind::Return, take().where);
      if (!at(";") && !at("}")) {
        do {
          s->exprs.push_back(expression());
        } while (accept(","));
      }
      expect(";", "'return'");
      return s;
    }
    if (t.is("break") || t.is("continue")) {
      Stmt* s = make_stmt(t.is("break") ? StmtKind::Break : StmtKind::Continue, take().where);
      expect(";", "'" + std::string(t.text) + "'");
      return s;
    }
    if (t.is("goto")) {
      Stmt* s = make_stmt(StmtKind::Goto, take().where);
      s->where = cur().where;
      s->name = variable_name("'goto'");
      expect(";", "the label");
      return s;
    }
    if (t.is("defer")) {
      Stmt* s = make_stmt(StmtKind::Defer, take().where);
      s->body = block();
      return s;
    }
    if (t.is("throw")) {
      Stmt* s = make_stmt(StmtKind::Throw, take().where);
      s->a = expression();
      expect(";", "the thrown object");
      return s;
    }
    if (t.is("try")) return try_();
    if (t.is("delete")) {
      Stmt* s = make_stmt(StmtKind::Delete, take().where);
      s->a = expression();
      expect(";", "'delete'");
      return s;
    }
    if (t.is("asm")) return assembly();
    if (t.is("do")) {
      fail(Msg::NoDoLoop, t.where);
      return make_stmt(StmtKind::Error, t.where);
    }
    if (t.is("else")) {
      fail(Msg::StrayElse, t.where);
      return make_stmt(StmtKind::Error, t.where);
    }
    if (t.is("typedef") || t.is("enum") ||
        (t.is("struct") && (cur(1).is("{") || cur(2).is("{") || cur(2).is(":")))) {
      // Local types are known in the whole file.
      Stmt* s = make_stmt(StmtKind::Empty, t.where);
      if (t.is("typedef")) {
        typedef_();
      } else if (t.is("enum")) {
        enum_(nullptr);
      } else {
        struct_(nullptr);
      }
      return s;
    }
    if (can_name(t) && cur(1).is(":") && !starts_declaration()) {
      Stmt* s = make_stmt(StmtKind::Label, take().where);
      s->name = t.text;
      take();
      return s;
    }
    if (refuse_unbuilt_type()) return make_stmt(StmtKind::Error, t.where);
    if (starts_declaration() || (t.is("struct") && cur(1).ident())) return declaration_statement();
  }
  if (starts_results()) return results();
  if (misspelt_keyword()) return make_stmt(StmtKind::Error, t.where);
  // No expression has two names side by side.
  if (can_name(t) && can_name(cur(1)) &&
      (cur(2).is(";") || cur(2).is("=") || cur(2).is(",") || cur(2).is("["))) {
    fail(Msg::UnknownType, t.where, {t.text, suggest(t.text, known_types())});
    return make_stmt(StmtKind::Error, t.where);
  }
  Stmt* s = make_stmt(StmtKind::Expr, t.where);
  s->a = expression();
  expect(";", "the expression");
  return s;
}

// A name that no expression starts like, where a word of statements is near: `retrun 0;`,
// `whlie (c) {`, `elif (c) {`.
bool Parser::misspelt_keyword() {
  const Token& t = cur();
  if (!can_name(t)) return false;
  bool value = cur(1).ident() || cur(1).kind == Tok::Number || cur(1).kind == Tok::String;
  bool bare = cur(1).is("{");
  bool head = false, counts = false;
  if (cur(1).is("(")) {
    size_t n = type_length(2, false);
    head = n > 0 && can_name(cur(2 + n));
    size_t k = 2;
    int depth = 1;
    for (; depth > 0 && cur(k).kind != Tok::End && !cur(k).is("{"); ++k) {
      if (cur(k).is("(")) ++depth;
      if (cur(k).is(")")) --depth;
      counts = counts || cur(k).is(";") || cur(k).is("in") || cur(k).is(":");
    }
    head = head || (depth == 0 && cur(k).is("{")) ||
           (cur(k).ident() && !instead_of_operator(t.text).empty());
  }
  if (!value && !bare && !head) return false;
  std::string hint = instead_of_operator(t.text);
  if (hint.empty() && !instead_of(t.text).empty()) return false;
  if (hint.empty() && value)
    hint = did_you_mean(t.text, {"return", "goto", "throw", "delete", "case"});
  if (hint.empty() && bare) hint = did_you_mean(t.text, {"else", "try", "defer", "par"});
  if (hint.empty() && head && counts) hint = did_you_mean(t.text, {"for"});
  if (hint.empty() && head && !counts)
    hint = did_you_mean(t.text, {"if", "while", "switch", "catch", "return"});
  if (hint.empty()) return false;
  // `i33 y = 3;` is a type's name.
  bool declares = can_name(cur(1)) && (cur(2).is("=") || cur(2).is(",") || cur(2).is("["));
  if (value && declares) return false;
  fail(Msg::NoStatement, t.where, {t.text, hint});
  return true;
}

Stmt* Parser::declaration_statement() {
  Stmt* s = make_stmt(StmtKind::Decl, cur().where);
  Modifiers m = modifiers();
  if (at_named_shape()) {
    s->vars.push_back(shape_variable(m));
    expect(";", "the declaration");
    return s;
  }
  bool by_reference = at("block") && cur(1).is(":");
  if (by_reference) {
    take();
    take();
  }
  TypeSyntax* base = type();
  variables(base, m, s->vars);
  for (Var* v : s->vars) v->by_reference = by_reference;
  expect(";", "the declaration");
  return s;
}

// `asm("text");` or `asm { text }`, whose text is what stands in the file.
Stmt* Parser::assembly() {
  Stmt* s = make_stmt(StmtKind::Asm, take().where);
  std::string& text = program_.text_arena.emplace_back();
  if (accept("(")) {
    if (cur().kind != Tok::String) fail(Msg::AsmText, cur().where);
    text = this->text()->text;
    expect(")", "the assembly");
    expect(";", "the assembly");
  } else if (at("{")) {
    const SourceRange open = take().where;
    while (!at("}") && !at_end()) take();
    const SourceRange close = cur().where;
    if (!expect("}", "the assembly")) return s;
    for (uint32_t n = open.line; open.file == close.file && n <= close.line; ++n) {
      std::string_view line = open.file->line(n);
      if (n == close.line) line = line.substr(0, close.column - 1);
      if (n == open.line) line = line.substr(open.column);
      text += std::string(line.substr(0, line.find("//"))) + "\n";
    }
  } else {
    fail(Msg::AsmText, cur().where);
  }
  s->name = text;
  return s;
}

Stmt* Parser::switch_() {
  Stmt* s = make_stmt(StmtKind::Switch, take().where);
  s->a = condition("'switch'", "the subject");
  s->body = block();
  return s;
}

Stmt* Parser::case_label() {
  const Token& t = take();
  Stmt* s = make_stmt(StmtKind::Case, t.where);
  if (t.is("default")) {
    s->is_default = true;
  } else {
    if (at("..") || at("...")) {
      take();
      s->exprs.push_back(nullptr);
      s->label_ends.push_back(ternary());
    } else {
      s->exprs.push_back(ternary());
      if (at("..") || at("...")) {
        take();
        Expr* end = at(":") ? nullptr : ternary();
        s->label_ends.push_back(end);
        s->inclusive = true;
      }
    }
  }
  expect(":", "the label");
  return s;
}

Stmt* Parser::try_() {
  Stmt* s = make_stmt(StmtKind::Try, take().where);
  s->body = block();
  if (!at("catch") && !panic_) fail(Msg::TryNeedsCatch, cur().where);
  while (at("catch")) {
    Catch c;
    c.where = take().where;
    expect("(", "'catch'");
    Var& v = program_.var_arena.emplace_back();
    if (!cur(1).is(")")) c.syntax = type();
    v.where = cur().where;
    v.name = variable_name("the class");
    c.var = &v;
    expect(")", "the error's name");
    c.body = block();
    s->catches.push_back(c);
  }
  return s;
}

// `(a, b) = f();`, `(u16 a, u16 b) = f();`
bool Parser::starts_results() const {
  if (!at("(") || starts_cast()) return false;
  int depth = 0;
  bool comma = false;
  for (size_t n = 0;; ++n) {
    const Token& t = cur(n);
    if (t.kind == Tok::End || t.is(";") || t.is("{")) return false;
    if (t.is("(") || t.is("[")) ++depth;
    if (t.is(",") && depth == 1) comma = true;
    if ((t.is(")") || t.is("]")) && --depth == 0) return comma && cur(n + 1).is("=");
  }
}

Stmt* Parser::results() {
  Stmt* s = make_stmt(StmtKind::Expr, cur().where);
  Expr* e = make_expr(ExprKind::Results, take().where);
  Stmt* block = make_stmt(StmtKind::Decl, s->where);
  do {
    if (starts_declaration()) {
      TypeSyntax* t = type();
      Var& v = program_.var_arena.emplace_back();
      v.syntax = t;
      v.where = cur().where;
      v.name = variable_name("the type");
      block->vars.push_back(&v);
      Expr* name = make_expr(ExprKind::Name, v.where);
      name->name = v.name;
      e->list.push_back(name);
    } else {
      e->list.push_back(ternary());
    }
  } while (accept(","));
  expect(")", "the results");
  expect("=", "the results");
  e->a = expression();
  expect(";", "the call");
  set_depth(*e);
  s->a = e;
  if (!block->vars.empty()) s->init = block;  // declared in the scope around
  return s;
}

}  // namespace tack::xc
