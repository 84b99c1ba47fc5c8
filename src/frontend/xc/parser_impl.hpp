// SPDX-License-Identifier: Apache-2.0
// The parser's state, shared by its files: declarations, types, statements, expressions.
#pragma once

#include <set>
#include <string>

#include "frontend/xc/c_words.hpp"
#include "frontend/xc/parser.hpp"

namespace tack::xc {

// After an error the parser "panics": every further look sees the end of the text, so that all
// loops end by themselves and nothing more is reported, until recover() finds a place to go on.
class Parser {
 public:
  Parser(const std::vector<Token>& tokens, Program& program, Reporter& reporter)
      : tokens_(tokens), program_(program), reporter_(reporter) {
    end_ = tokens.back();
  }

  void program();  // parser.cpp

 private:
  static constexpr int kMaxNesting = 256;      // blocks, parentheses: bounds our own recursion
  static constexpr uint32_t kMaxDepth = 1000;  // of an expression's tree

  // --- tokens
  const Token& cur(size_t n = 0) const {
    return panic_ || at_ + n >= tokens_.size() ? end_ : tokens_[at_ + n];
  }
  bool at(std::string_view text) const { return cur().is(text); }
  bool at_end() const { return cur().kind == Tok::End; }
  const Token& take() {
    const Token& t = cur();
    if (!panic_ && at_ + 1 < tokens_.size()) ++at_;
    return t;
  }
  bool accept(std::string_view text) {
    if (!at(text)) return false;
    take();
    return true;
  }
  const Token& previous() const { return tokens_[at_ ? at_ - 1 : 0]; }
  void fail(Msg id, SourceRange where, std::initializer_list<std::string_view> args = {},
            std::vector<Note> notes = {}) {
    bool silent = panic_ || (id == Msg::UnknownType && program_.incomplete);
    if (!silent) reporter_.report(id, where, args, std::move(notes));
    panic_ = true;
  }
  static std::string describe(const Token& t) {
    return t.kind == Tok::End ? "the end of the file" : "'" + std::string(t.text) + "'";
  }
  // Where a type or a value was wanted: C's words say what XC writes.
  static std::string describe_word(const Token& t) {
    return describe(t) + (t.ident() ? instead_of(t.text) : "");
  }
  // `after` completes "expected ';' after ...".
  bool expect(std::string_view text, std::string_view after);
  void recover(size_t started_at);
  void skip_to_close();

  struct Nest {
    explicit Nest(Parser& p) : parser(p) {
      if (++p.nesting_ > kMaxNesting) p.fail(Msg::TooDeep, p.cur().where);
    }
    ~Nest() { --parser.nesting_; }
    Parser& parser;
  };

  // --- names
  void find_type_names();
  bool is_type_name(const Token& t) const {
    return t.ident() && (type_names_.count(t.text) || is_type_keyword(t.text));
  }
  static bool is_type_keyword(std::string_view text);
  size_t c_type_length(size_t from) const;
  std::vector<std::string_view> known_types() const;
  std::string_view variable_name(std::string_view after);
  bool can_name(const Token& t) const { return t.ident() && !is_reserved(t.text); }
  // The number of tokens that a type takes from here, 0 for none; stops before `[` unless `arrays`.
  static constexpr int kMaxElementTypes = 32;
  size_t element_types_length(size_t from, int depth) const;
  size_t weak_length(size_t from) const;
  size_t type_length(size_t from, bool arrays) const;
  bool starts_declaration() const;
  bool refuse_unbuilt_type();
  // --- blocks and callbacks: parse_block.cpp
  size_t shape_length(size_t from, bool* named) const;
  bool at_named_shape() const;
  TypeSyntax* shape(std::string_view* name = nullptr, SourceRange* where = nullptr);
  bool looks_like_block() const;
  Expr* block_literal(TypeSyntax* type);

  // --- types and declarations: parse_type.cpp, parse_declaration.cpp, parse_record.cpp,
  // parse_class.cpp
  TypeSyntax* make_type(TypeSyntax::Kind kind, SourceRange where);
  TypeSyntax* type(bool arrays = true);
  // One type, or the types of several results.
  std::vector<TypeSyntax*> type_list();
  TypeSyntax* array_suffix(TypeSyntax* element);
  void declaration();
  void typedef_();
  void struct_(TypeSyntax** use);
  void class_();
  void class_member(Record& record);
  void protocol();
  void requirement(Record& record);
  void enum_(TypeSyntax** use);
  void parameters(Func& func);
  void annotations(Func& func);
  Func* function(std::vector<TypeSyntax*> results, const Token& name);
  struct Modifiers {
    bool is_static = false, is_extern = false, is_volatile = false, is_final = false,
         is_inline = false;
  };
  Modifiers modifiers();
  void variables(TypeSyntax* type, const Modifiers& modifiers, std::vector<Var*>& out);
  Expr* initialiser();
  Expr* slice(SourceRange where, Expr* of, Expr* begin);
  Var* shape_variable(const Modifiers& modifiers);

  // --- statements: parse_stmt.cpp, parse_loop.cpp, parse_par.cpp
  Stmt* make_stmt(StmtKind kind, SourceRange where);
  Stmt* statement();
  Stmt* statement_inner();
  bool misspelt_keyword();
  Expr* condition(std::string_view of, std::string_view what);
  bool starts_definition() const;
  Stmt* block();
  Stmt* declaration_statement();
  Stmt* for_();
  Stmt* switch_();
  Stmt* assembly();
  Stmt* case_label();
  Stmt* try_();
  Stmt* body(std::string_view of);
  bool starts_par() const;
  Stmt* par();
  void par_clause(Stmt& par, bool& goal);
  void par_reduce(Stmt& par);
  void loop_annotations();
  bool starts_results() const;
  Stmt* results();

  // --- expressions: parse_expr.cpp, parse_primary.cpp
  Expr* make_expr(ExprKind kind, SourceRange where, Expr* a = nullptr, Expr* b = nullptr,
                  Expr* c = nullptr);
  void set_depth(Expr& e);
  Expr* expression();
  Expr* ternary();
  Expr* binary(int lowest);
  Expr* unary();
  Expr* postfix(Expr* e);
  Expr* primary();
  Expr* number(const Token& t, bool binary);
  Expr* text();
  void list_outside();
  Expr* new_();
  std::vector<Expr*> arguments(Expr* call = nullptr);
  bool starts_cast() const;

  const std::vector<Token>& tokens_;
  Program& program_;
  Reporter& reporter_;
  Token end_;
  size_t at_ = 0;
  bool panic_ = false;
  int nesting_ = 0;
  uint32_t deepest_ = 0;  // expression of the block literal around
  Func* func_ = nullptr;  // whose body is read
  std::set<std::string_view> type_names_;
};

}  // namespace tack::xc
