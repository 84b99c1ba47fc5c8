// SPDX-License-Identifier: Apache-2.0
// Tokens and expressions; the statements of parser.cpp stand on it.
#pragma once

#include <algorithm>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "frontend/python/lexer.hpp"
#include "frontend/python/tree.hpp"

namespace tack::python {

bool is_keyword(std::string_view word);

class ExprParser {
 protected:
  explicit ExprParser(std::string_view text) : lexed_(lex(text)), tree_(std::make_unique<Tree>()) {}

  const Token& token(size_t ahead = 0) const {
    return lexed_.tokens[std::min(at_ + ahead, lexed_.tokens.size() - 1)];
  }
  bool is(std::string_view text) const { return token().is(text); }
  void next() {
    if (token().kind != TokenKind::End) ++at_;
  }
  bool accept(std::string_view text) {
    if (!is(text)) return false;
    next();
    return true;
  }
  bool is_name() const { return token().kind == TokenKind::Name && !is_keyword(token().text); }

  std::nullptr_t error(Diag diag, Place place, std::vector<std::string> args = {}) {
    tree_->messages.push_back({diag, place, std::move(args)});
    return nullptr;
  }
  // `hint`: what to write instead.
  std::nullptr_t unsupported(std::string construct, Place place, std::string_view hint = {}) {
    return error(Diag::Unsupported, place, {std::move(construct), std::string(hint)});
  }
  // "expected X, found Y"
  std::nullptr_t expected(std::string what) {
    std::string found;
    switch (token().kind) {
      case TokenKind::Newline:
        // An open bracket swallows the lines after it: that was said.
        for (const Message& message : lexed_.messages) {
          if (message.diag == Diag::OpenBracket) return nullptr;
        }
        found = "the end of the line";
        break;
      case TokenKind::Indent:
        found = "an indented line";
        break;
      case TokenKind::Dedent:
      case TokenKind::End:
        found = "the end of the block";
        break;
      default:
        found = "'" + std::string(token().text.substr(0, 40)) + "'";
    }
    return error(Diag::Expected, token().place, {std::move(what), std::move(found)});
  }
  bool want(std::string_view text) {
    if (accept(text)) return true;
    expected("'" + std::string(text) + "'");
    return false;
  }

  // --- tree building

  Expr* make(ExprKind kind, Place place, std::vector<Expr*> args = {}) {
    Expr& e = tree_->exprs.emplace_back();
    e.kind = kind;
    e.place = place;
    for (const Expr* arg : args) {
      bool is_chain = kind == ExprKind::Binary && arg == args[0] && arg->kind == ExprKind::Binary;
      e.depth = std::max(e.depth, arg->depth + (is_chain ? 0 : 1));
    }
    e.args = std::move(args);
    if (e.depth > kMaxExprDepth && !too_deep_) {
      too_deep_ = true;
      error(Diag::TooDeep, place);
    }
    return &e;
  }
  static Place span(const Place& from, const Place& to) {
    if (to.line != from.line) return from;
    return {from.line, from.column, std::max(from.end_column, to.end_column)};
  }
  // From a first token to the last one taken.
  Place since(const Place& from) const {
    return at_ == 0 ? from : span(from, lexed_.tokens[at_ - 1].place);
  }

  // Every recursive rule goes through here.
  struct Nest {
    explicit Nest(ExprParser& p) : parser(p) { ++parser.nesting_; }
    ~Nest() { --parser.nesting_; }
    ExprParser& parser;
    bool ok() const { return parser.nesting_ <= kMaxExprDepth / 2; }
  };

  // --- expressions; null after an error

  Expr* expression();  // a test, or a bare tuple
  bool ends_expression() const;
  Expr* test();
  Expr* bool_op(std::string_view word, Expr* (ExprParser::*operand)());
  Expr* or_test();
  Expr* and_test();
  Expr* not_test();
  bool compare_op(CompareOp& op);
  Expr* comparison();
  Expr* binary(int level);
  Expr* factor();
  Expr* power();
  Expr* primary();
  Expr* call(Expr* callee, const Place& begin);
  Expr* keyword_argument(const Expr& callee);
  std::nullptr_t no_yield();
  Expr* subscript(Expr* value, const Place& begin);
  Expr* atom();
  bool is_dict() const;
  Expr* number();
  Expr* string();
  Expr* name_or_constant();
  Expr* parenthesised();
  Expr* list();

  Lexed lexed_;
  std::unique_ptr<Tree> tree_;
  size_t at_ = 0;
  uint32_t nesting_ = 0;
  bool too_deep_ = false;
  bool in_for_target_ = false;  // where `in` ends the expression
};

}  // namespace tack::python
