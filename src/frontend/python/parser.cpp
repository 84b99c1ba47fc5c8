// SPDX-License-Identifier: Apache-2.0
// Statements and the function itself.
#include "frontend/python/parser.hpp"

#include <array>

#include "frontend/python/expr_parser.hpp"
#include "frontend/python/hints.hpp"

namespace tack::python {
namespace {

constexpr std::pair<std::string_view, BinaryOp> kAugmented[] = {
    {"+=", BinaryOp::Add},  {"-=", BinaryOp::Sub},       {"*=", BinaryOp::Mul},
    {"/=", BinaryOp::Div},  {"//=", BinaryOp::FloorDiv}, {"%=", BinaryOp::Mod},
    {"**=", BinaryOp::Pow}, {"@=", BinaryOp::MatMul},    {"&=", BinaryOp::And},
    {"|=", BinaryOp::Or},   {"^=", BinaryOp::Xor},       {"<<=", BinaryOp::Shl},
    {">>=", BinaryOp::Shr}};
class Parser : ExprParser {
 public:
  explicit Parser(std::string_view text) : ExprParser(text) {}

  std::unique_ptr<Tree> run() {
    function();
    // In the order of the source, those of the lexer too.
    tree_->messages.insert(tree_->messages.begin(), lexed_.messages.begin(), lexed_.messages.end());
    std::stable_sort(
        tree_->messages.begin(), tree_->messages.end(), [](const Message& a, const Message& b) {
          return std::pair(a.place.line, a.place.column) < std::pair(b.place.line, b.place.column);
        });
    return std::move(tree_);
  }

 private:
  // --- statements

  Stmt* make_stmt(StmtKind kind, Place place) {
    Stmt& s = tree_->stmts.emplace_back();
    s.kind = kind;
    s.place = place;
    return &s;
  }

  // Past the logical line, and past the block under it when there is one.
  void recover() {
    in_for_target_ = false;
    too_deep_ = false;
    while (token().kind != TokenKind::Newline && token().kind != TokenKind::End &&
           token().kind != TokenKind::Dedent && token().kind != TokenKind::Indent)
      next();
    if (token().kind == TokenKind::Newline) next();
    if (token().kind == TokenKind::Indent) skip_block();
  }
  void skip_block() {
    int depth = 0;
    do {
      if (token().kind == TokenKind::Indent) ++depth;
      if (token().kind == TokenKind::Dedent) --depth;
      next();
    } while (depth > 0 && token().kind != TokenKind::End);
  }

  // The body of a compound statement, after its colon.
  bool block(Body& body) {
    if (!want(":")) return false;
    if (token().kind != TokenKind::Newline) return simple_line(body);
    next();
    if (token().kind != TokenKind::Indent) {
      expected("an indented block");
      return true;  // the line itself is done with
    }
    if (++blocks_ > kMaxBlockDepth) {
      error(Diag::TooDeep, token().place);
      skip_block();
    } else {
      next();
      while (token().kind != TokenKind::Dedent && token().kind != TokenKind::End) statement(body);
      if (token().kind == TokenKind::Dedent) next();
    }
    --blocks_;
    return true;
  }

  bool simple_line(Body& body) {
    while (true) {
      Stmt* s = simple_statement();
      if (s == nullptr) {
        recover();
        return true;
      }
      body.push_back(s);
      if (!accept(";")) break;
      if (token().kind == TokenKind::Newline) break;
    }
    if (token().kind == TokenKind::Newline) {
      next();
    } else if (token().kind != TokenKind::End && token().kind != TokenKind::Dedent) {
      expected("the end of the statement");
      recover();
    }
    return true;
  }

  void statement(Body& body) {
    if (token().kind == TokenKind::Indent) {
      expected("a statement");
      skip_block();
      return;
    }
    if (token().kind == TokenKind::Newline) {
      next();
      return;
    }
    bool ok = true;
    if (is("if")) {
      ok = if_statement(body);
    } else if (is("for")) {
      ok = for_statement(body);
    } else if (is("while")) {
      ok = while_statement(body);
    } else if (is("elif") || is("else") || is("except") || is("finally")) {
      error(Diag::Expected, token().place, {"a statement", "'" + std::string(token().text) + "'"});
      ok = false;
    } else if (const RefusedStatement* row = refused()) {
      refuse_statement(*row);
      return;
    } else {
      simple_line(body);
      return;
    }
    if (!ok) recover();
  }

  const RefusedStatement* refused() const {
    const Token& first = token();
    if (first.kind == TokenKind::Name && first.is("match") && !is_match()) return nullptr;
    return first.kind == TokenKind::Name || first.is("@") ? refused_statement(first.text) : nullptr;
  }
  void refuse_statement(const RefusedStatement& row) {
    bool is_try = is("try");
    unsupported(row.name, token().place, row.hint);
    if (is("@")) {  // decorators, then what they decorate
      while (is("@")) {
        while (token().kind != TokenKind::Newline && token().kind != TokenKind::End) next();
        next();
      }
    }
    recover();
    while (is_try && (is("except") || is("finally") || is("else"))) recover();
  }
  // `match` is a name unless the line has the shape of the statement.
  bool is_match() const {
    const Token& after = token(1);
    bool starts = (after.kind == TokenKind::Name &&
                   (!is_keyword(after.text) || after.text == "not" || after.text == "None" ||
                    after.text == "True" || after.text == "False")) ||
                  after.kind == TokenKind::Number || after.kind == TokenKind::String;
    if (!starts && !after.is("(") && !after.is("[") && !after.is("-")) return false;
    size_t k = 1;
    while (token(k).kind != TokenKind::Newline && token(k).kind != TokenKind::End) ++k;
    return token(k - 1).is(":") && token(k + 1).kind == TokenKind::Indent;
  }

  // Arms stand inside each other, in the tree and in the IR, as long as they are few; those of a
  // long chain beside each other, so that nothing is as deep as a chain is long.
  bool if_statement(Body& body) {
    std::vector<Stmt*> arms;
    Body last;
    uint32_t outer = blocks_;
    bool ok = true;
    do {
      Place place = token().place;
      next();
      Expr* condition = test();
      ok = condition != nullptr;
      if (!ok) break;
      Stmt* arm = make_stmt(StmtKind::If, place);
      arm->value = condition;
      arms.push_back(arm);
      ok = block(arm->body);
      if (arms.size() <= kMaxNestedArms) ++blocks_;
    } while (ok && is("elif"));
    if (!arms.empty()) --blocks_;  // an else stands beside the last arm
    if (ok && accept("else")) ok = block(last);
    blocks_ = outer;
    if (arms.empty()) return ok;
    if (arms.size() > kMaxNestedArms) {
      Stmt* choose = make_stmt(StmtKind::Choose, arms[0]->place);
      choose->body = std::move(arms);
      choose->orelse = std::move(last);
      body.push_back(choose);
      return ok;
    }
    arms.back()->orelse = std::move(last);
    for (size_t k = arms.size() - 1; k > 0; --k) arms[k - 1]->orelse = {arms[k]};
    body.push_back(arms[0]);
    return ok;
  }

  bool while_statement(Body& body) {
    Place place = token().place;
    next();
    Expr* condition = test();
    if (condition == nullptr) return false;
    Stmt* s = make_stmt(StmtKind::While, place);
    s->value = condition;
    body.push_back(s);
    return block(s->body) && no_else("else of a while loop");
  }

  bool no_else(const char* construct) {
    if (!is("else")) return true;
    unsupported(construct, token().place, "set a local before break and test it after the loop");
    recover();
    return true;
  }

  bool for_statement(Body& body) {
    Place place = token().place;
    next();
    in_for_target_ = true;
    Expr* target = expression();
    in_for_target_ = false;
    if (target == nullptr || !check_target(target) || !want("in")) return false;
    Expr* iterable = expression();
    if (iterable == nullptr) return false;
    Stmt* s = make_stmt(StmtKind::For, place);
    s->targets = {target};
    s->value = iterable;
    body.push_back(s);
    return block(s->body) && no_else("else of a for loop");
  }

  bool check_target(const Expr* e) {
    switch (e->kind) {
      case ExprKind::Name:
      case ExprKind::Subscript:
      case ExprKind::Attribute:
        return true;
      case ExprKind::Tuple:
        if (e->args.empty()) break;
        for (const Expr* item : e->args) {
          if (!check_target(item)) return false;
        }
        return true;
      case ExprKind::List:
        unsupported("list as an assignment target", e->place, "write a tuple, as in a, b = ...");
        return false;
      default:
        break;
    }
    error(Diag::BadTarget, e->place);
    return false;
  }

  Stmt* simple_statement() {
    Place place = token().place;
    if (const RefusedStatement* row = refused()) return unsupported(row->name, place, row->hint);
    if (accept("pass")) return make_stmt(StmtKind::Pass, place);
    if (accept("break")) return make_stmt(StmtKind::Break, place);
    if (accept("continue")) return make_stmt(StmtKind::Continue, place);
    if (is("return")) return return_statement();
    if (is("if") || is("for") || is("while")) return expected("a simple statement");
    if (is("...")) return unsupported("'...'", place, "write pass");
    Expr* first = expression();
    if (first == nullptr) return nullptr;
    if (is(":")) return unsupported("annotated assignment", since(place), "write name = value");
    for (const auto& [text, op] : kAugmented) {
      if (is(text)) return augmented(first, op, place);
    }
    if (!is("=")) {
      Stmt* s = make_stmt(StmtKind::Expr, since(place));
      s->value = first;
      return s;
    }
    std::vector<Expr*> chain = {first};
    while (accept("=")) {
      if (is("yield")) return no_yield();
      Expr* e = expression();
      if (e == nullptr) return nullptr;
      chain.push_back(e);
    }
    Stmt* s = make_stmt(StmtKind::Assign, since(place));
    s->value = chain.back();
    chain.pop_back();
    for (const Expr* target : chain) {
      if (!check_target(target)) return nullptr;
    }
    s->targets = std::move(chain);
    return s;
  }

  Stmt* augmented(Expr* target, BinaryOp op, const Place& place) {
    next();
    if (target->kind == ExprKind::Tuple || target->kind == ExprKind::List)
      return error(Diag::BadTarget, target->place);
    if (!check_target(target)) return nullptr;
    Expr* value = expression();
    if (value == nullptr) return nullptr;
    Stmt* s = make_stmt(StmtKind::AugAssign, since(place));
    s->targets = {target};
    s->binary = op;
    s->value = value;
    return s;
  }

  Stmt* return_statement() {
    Place place = token().place;
    next();
    Expr* value = nullptr;
    if (!ends_expression()) {
      value = expression();
      if (value == nullptr) return nullptr;
    }
    Stmt* s = make_stmt(StmtKind::Return, since(place));
    s->value = value;
    return s;
  }

  // --- the function

  void function() {
    while (token().kind == TokenKind::Newline || token().kind == TokenKind::Indent) next();
    while (is("@")) {
      while (token().kind != TokenKind::Newline && token().kind != TokenKind::End) next();
      next();
    }
    if (is("async")) {
      unsupported("async function", token().place, "write a plain def");
      next();
    }
    tree_->def_place = token().place;
    if (!accept("def")) {
      error(Diag::NotAFunction, token().place);
      return;
    }
    if (!is_name()) {
      expected("the name of the function");
      return;
    }
    tree_->name = std::string(token().text);
    next();
    if (is("[")) {
      unsupported("type parameter", token().place,
                  "leave it out; a kernel takes arguments of any type");
      skip_brackets();
    }
    if (!want("(") || !parameters()) return;
    if (accept("->")) {
      tree_->has_return_annotation = true;
      return_annotation();
    }
    if (!block(tree_->body)) recover();
  }

  void skip_brackets() {
    int depth = 0;
    do {
      if (is("(") || is("[") || is("{")) ++depth;
      if (is(")") || is("]") || is("}")) --depth;
      next();
    } while (depth > 0 && token().kind != TokenKind::End);
  }

  // What a kernel returns: a dotted name, which may be quoted.
  void return_annotation() {
    Place begin = token().place;
    std::vector<std::string>& path = tree_->return_annotation;
    size_t count = 0;
    for (; token(count).kind != TokenKind::Newline && token(count).kind != TokenKind::End &&
           !token(count).is(":");
         ++count)
      tree_->return_annotation_place = span(begin, token(count).place);
    path = dotted_annotation(count);
    skip_annotation();
  }

  // The next tokens when they are a dotted name, quoted or not; else nothing.
  std::vector<std::string> dotted_annotation(size_t count) {
    std::vector<std::string> path;
    if (count == 1 && token().kind == TokenKind::String) {
      std::string_view text = token().text;
      if (text.size() > 2 && (text[0] == '"' || text[0] == '\'')) {
        text = text.substr(1, text.size() - 2);
        for (size_t at = 0; at <= text.size();) {
          size_t dot = std::min(text.find('.', at), text.size());
          path.emplace_back(text.substr(at, dot - at));
          at = dot + 1;
        }
      }
      return path;
    }
    for (size_t k = 0; k < count; ++k) {
      bool is_part = k % 2 == 0 ? token(k).kind == TokenKind::Name : token(k).is(".");
      if (!is_part) return {};
      if (k % 2 == 0) path.emplace_back(token(k).text);
    }
    return path;
  }

  std::vector<std::string> parameter_annotation() {
    size_t count = 0;
    while (!token(count).is(",") && !token(count).is(")") && !token(count).is("=") &&
           token(count).kind != TokenKind::Newline && token(count).kind != TokenKind::End)
      ++count;
    std::vector<std::string> path = dotted_annotation(count);
    skip_annotation();
    return path;
  }

  // Annotations say something to the reader only.
  void skip_annotation() {
    while (token().kind != TokenKind::Newline && token().kind != TokenKind::End && !is(",") &&
           !is(")") && !is("=") && !is(":")) {
      if (is("(") || is("[") || is("{")) {
        skip_brackets();
      } else {
        next();
      }
    }
  }

  bool parameters() {
    while (!is(")")) {
      if (accept("/")) {  // marks what is positional anyway
        if (!accept(",")) break;
        continue;
      }
      if (is("*") || is("**")) {
        error(Diag::BadParameter, token().place, {std::string(token().text)});
        return false;
      }
      if (!is_name()) {
        expected("a parameter");
        return false;
      }
      Parameter parameter{std::string(token().text), token().place, {}};
      for (const Parameter& other : tree_->parameters) {
        if (other.name == parameter.name)
          error(Diag::DuplicateParameter, parameter.place, {parameter.name});
      }
      next();
      if (accept(":")) parameter.annotation = parameter_annotation();
      if (is("=")) {
        error(Diag::DefaultParameter, span(parameter.place, token().place), {parameter.name});
        next();
        skip_annotation();
      }
      tree_->parameters.push_back(std::move(parameter));
      if (!accept(",")) break;
    }
    return want(")");
  }

  uint32_t blocks_ = 0;
};

}  // namespace

std::unique_ptr<Tree> parse_function(std::string_view text) { return Parser(text).run(); }

}  // namespace tack::python
