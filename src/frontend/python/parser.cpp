// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/parser.hpp"

#include <algorithm>
#include <array>
#include <utility>

#include "frontend/python/lexer.hpp"
#include "frontend/python/number.hpp"

namespace tack::python {

const char* op_text(UnaryOp op) {
  constexpr const char* kTexts[] = {"-", "+", "~", "not"};
  return kTexts[static_cast<int>(op)];
}
const char* op_text(BinaryOp op) {
  constexpr const char* kTexts[] = {"+", "-", "*", "/", "//", "%", "**",
                                    "@", "&", "|", "^", "<<", ">>"};
  return kTexts[static_cast<int>(op)];
}
const char* op_text(CompareOp op) {
  constexpr const char* kTexts[] = {"==", "!=", "<", "<=", ">", ">="};
  return kTexts[static_cast<int>(op)];
}

namespace {

constexpr std::string_view kKeywords[] = {
    "False", "None",     "True",  "and",    "as",   "assert", "async",  "await",    "break",
    "class", "continue", "def",   "del",    "elif", "else",   "except", "finally",  "for",
    "from",  "global",   "if",    "import", "in",   "is",     "lambda", "nonlocal", "not",
    "or",    "pass",     "raise", "return", "try",  "while",  "with",   "yield"};

bool is_keyword(std::string_view word) {
  return std::find(std::begin(kKeywords), std::end(kKeywords), word) != std::end(kKeywords);
}

// Statements that kernels do not have, by keyword, with the name of the construct.
constexpr std::pair<std::string_view, const char*> kRefused[] = {
    {"assert", "Assert"},   {"try", "Try"},           {"with", "With"},
    {"raise", "Raise"},     {"import", "Import"},     {"from", "ImportFrom"},
    {"def", "FunctionDef"}, {"class", "ClassDef"},    {"del", "Delete"},
    {"global", "Global"},   {"nonlocal", "Nonlocal"}, {"async", "async statement"},
    {"yield", "Yield"},     {"await", "Await"}};

// One row a level of left-associative operators, loosest first.
struct BinaryRow {
  int level;
  std::string_view text;
  BinaryOp op;
};
constexpr BinaryRow kBinary[] = {
    {0, "|", BinaryOp::Or},        {1, "^", BinaryOp::Xor},  {2, "&", BinaryOp::And},
    {3, "<<", BinaryOp::Shl},      {3, ">>", BinaryOp::Shr}, {4, "+", BinaryOp::Add},
    {4, "-", BinaryOp::Sub},       {5, "*", BinaryOp::Mul},  {5, "/", BinaryOp::Div},
    {5, "//", BinaryOp::FloorDiv}, {5, "%", BinaryOp::Mod},  {5, "@", BinaryOp::MatMul}};
constexpr int kBinaryLevels = 6;

constexpr std::pair<std::string_view, BinaryOp> kAugmented[] = {
    {"+=", BinaryOp::Add},  {"-=", BinaryOp::Sub},       {"*=", BinaryOp::Mul},
    {"/=", BinaryOp::Div},  {"//=", BinaryOp::FloorDiv}, {"%=", BinaryOp::Mod},
    {"**=", BinaryOp::Pow}, {"@=", BinaryOp::MatMul},    {"&=", BinaryOp::And},
    {"|=", BinaryOp::Or},   {"^=", BinaryOp::Xor},       {"<<=", BinaryOp::Shl},
    {">>=", BinaryOp::Shr}};

class Parser {
 public:
  explicit Parser(std::string_view text) : lexed_(lex(text)), tree_(std::make_unique<Tree>()) {}

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
  std::nullptr_t unsupported(const char* construct, Place place) {
    return error(Diag::Unsupported, place, {construct});
  }
  // "expected X, found Y"
  std::nullptr_t expected(std::string what) {
    std::string found;
    switch (token().kind) {
      case TokenKind::Newline:
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
    for (const Expr* arg : args) e.depth = std::max(e.depth, arg->depth + 1);
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
    explicit Nest(Parser& p) : parser(p) { ++parser.nesting_; }
    ~Nest() { --parser.nesting_; }
    Parser& parser;
    bool ok() const { return parser.nesting_ <= kMaxExprDepth / 2; }
  };

  // --- expressions

  Expr* expression() {  // a test, or a bare tuple
    Place begin = token().place;
    Expr* first = test();
    if (first == nullptr || !is(",")) return first;
    std::vector<Expr*> items = {first};
    while (accept(",")) {
      if (ends_expression()) break;
      Expr* item = test();
      if (item == nullptr) return nullptr;
      items.push_back(item);
    }
    return make(ExprKind::Tuple, since(begin), std::move(items));
  }
  bool ends_expression() const {
    return token().kind == TokenKind::Newline || token().kind == TokenKind::End || is("=") ||
           is(")") || is("]") || is("}") || is(":") || is(";");
  }

  Expr* test() {
    Nest nest(*this);
    if (!nest.ok()) return error(Diag::TooDeep, token().place);
    Place begin = token().place;
    if (is("lambda")) return unsupported("Lambda", begin);
    if (is("yield")) return unsupported("Yield", begin);
    if (is("*") || is("**")) return unsupported("Starred", begin);
    Expr* value = or_test();
    if (value == nullptr) return nullptr;
    if (is(":=")) return unsupported("NamedExpr", begin);
    if (!is("if")) return value;
    next();
    Expr* condition = or_test();
    if (condition == nullptr || !want("else")) return nullptr;
    Expr* other = test();
    if (other == nullptr) return nullptr;
    return make(ExprKind::Cond, since(begin), {condition, value, other});
  }

  Expr* bool_op(std::string_view word, Expr* (Parser::*operand)()) {
    Place begin = token().place;
    Expr* first = (this->*operand)();
    if (first == nullptr || !is(word)) return first;
    std::vector<Expr*> items = {first};
    while (accept(word)) {
      Expr* item = (this->*operand)();
      if (item == nullptr) return nullptr;
      items.push_back(item);
    }
    Expr* e = make(ExprKind::BoolOp, since(begin), std::move(items));
    e->is_and = word == "and";
    return e;
  }
  Expr* or_test() { return bool_op("or", &Parser::and_test); }
  Expr* and_test() { return bool_op("and", &Parser::not_test); }

  Expr* not_test() {
    if (!is("not")) return comparison();
    Nest nest(*this);
    if (!nest.ok()) return error(Diag::TooDeep, token().place);
    Place begin = token().place;
    next();
    Expr* operand = not_test();
    if (operand == nullptr) return nullptr;
    Expr* e = make(ExprKind::Unary, since(begin), {operand});
    e->unary = UnaryOp::Not;
    return e;
  }

  bool compare_op(CompareOp& op) {
    constexpr std::pair<std::string_view, CompareOp> kOps[] = {
        {"==", CompareOp::Eq}, {"!=", CompareOp::Ne}, {"<", CompareOp::Lt},
        {"<=", CompareOp::Le}, {">", CompareOp::Gt},  {">=", CompareOp::Ge}};
    for (const auto& [text, value] : kOps) {
      if (is(text)) {
        op = value;
        return true;
      }
    }
    return false;
  }

  Expr* comparison() {
    Place begin = token().place;
    Expr* first = binary(0);
    if (first == nullptr) return nullptr;
    std::vector<Expr*> items = {first};
    std::vector<CompareOp> ops;
    while (true) {
      CompareOp op{};
      if (is("is")) return unsupported("Is", token().place);
      if (is("in") && !in_for_target_) return unsupported("In", token().place);
      if (is("not") && token(1).is("in")) return unsupported("NotIn", token().place);
      if (!compare_op(op)) break;
      next();
      Expr* item = binary(0);
      if (item == nullptr) return nullptr;
      items.push_back(item);
      ops.push_back(op);
    }
    if (ops.empty()) return first;
    Expr* e = make(ExprKind::Compare, since(begin), std::move(items));
    e->compares = std::move(ops);
    return e;
  }

  Expr* binary(int level) {
    if (level == kBinaryLevels) return factor();
    Place begin = token().place;
    Expr* left = binary(level + 1);
    while (left != nullptr) {
      const BinaryRow* found = nullptr;
      for (const BinaryRow& row : kBinary) {
        if (row.level == level && is(row.text)) found = &row;
      }
      if (found == nullptr) break;
      next();
      Expr* right = binary(level + 1);
      if (right == nullptr) return nullptr;
      left = make(ExprKind::Binary, since(begin), {left, right});
      left->binary = found->op;
      if (too_deep_) return nullptr;
    }
    return left;
  }

  Expr* factor() {
    Place begin = token().place;
    UnaryOp op{};
    if (is("-")) {
      op = UnaryOp::Neg;
    } else if (is("+")) {
      op = UnaryOp::Pos;
    } else if (is("~")) {
      op = UnaryOp::Invert;
    } else {
      return power();
    }
    Nest nest(*this);
    if (!nest.ok()) return error(Diag::TooDeep, token().place);
    next();
    Expr* operand = factor();
    if (operand == nullptr) return nullptr;
    Expr* e = make(ExprKind::Unary, since(begin), {operand});
    e->unary = op;
    return e;
  }

  Expr* power() {
    Place begin = token().place;
    if (is("await")) return unsupported("Await", begin);
    Expr* base = primary();
    if (base == nullptr || !is("**")) return base;
    next();
    Nest nest(*this);
    if (!nest.ok()) return error(Diag::TooDeep, token().place);
    Expr* exponent = factor();
    if (exponent == nullptr) return nullptr;
    Expr* e = make(ExprKind::Binary, since(begin), {base, exponent});
    e->binary = BinaryOp::Pow;
    return e;
  }

  Expr* primary() {
    Place begin = token().place;
    Expr* e = atom();
    while (e != nullptr && !too_deep_) {
      if (is(".")) {
        next();
        if (token().kind != TokenKind::Name) return expected("a name after '.'");
        std::string name(token().text);
        next();
        e = make(ExprKind::Attribute, since(begin), {e});
        e->text = std::move(name);
      } else if (is("(")) {
        e = call(e, begin);
      } else if (is("[")) {
        e = subscript(e, begin);
      } else {
        break;
      }
    }
    return too_deep_ ? nullptr : e;
  }

  Expr* call(Expr* callee, const Place& begin) {
    next();
    std::vector<Expr*> args = {callee};
    while (!is(")")) {
      if (is_name() && token(1).is("="))
        return unsupported("keyword argument", span(token().place, token(1).place));
      Expr* arg = test();
      if (arg == nullptr) return nullptr;
      if (is("for") || is("async")) return unsupported("GeneratorExp", token().place);
      args.push_back(arg);
      if (!accept(",")) break;
    }
    if (!want(")")) return nullptr;
    return make(ExprKind::Call, since(begin), std::move(args));
  }

  Expr* subscript(Expr* value, const Place& begin) {
    next();
    Place index_begin = token().place;
    if (is(":")) return unsupported("Slice", index_begin);
    Expr* index = expression();
    if (index == nullptr) return nullptr;
    if (is(":")) return unsupported("Slice", span(index_begin, token().place));
    if (!want("]")) return nullptr;
    return make(ExprKind::Subscript, since(begin), {value, index});
  }

  Expr* atom() {
    const Token& first = token();
    switch (first.kind) {
      case TokenKind::Number:
        return number();
      case TokenKind::String:
        return string();
      case TokenKind::Name:
        return name_or_constant();
      case TokenKind::Op:
        break;
      default:
        return expected("an expression");
    }
    if (is("(")) return parenthesised();
    if (is("[")) return list();
    if (is("{")) return unsupported(is_dict() ? "Dict" : "Set", first.place);
    return expected("an expression");
  }

  bool is_dict() const {
    int depth = 0;
    for (size_t k = 0; k < 10000; ++k) {
      const Token& t = token(k);
      if (t.kind == TokenKind::End || t.kind == TokenKind::Newline) break;
      if (t.is("(") || t.is("[") || t.is("{")) ++depth;
      if (t.is(")") || t.is("]") || t.is("}")) --depth;
      if (depth == 0) return k == 1;  // {} is a dict
      if (depth == 1 && (t.is(":") || t.is("**"))) return true;
    }
    return false;
  }

  Expr* number() {
    Token first = token();
    NumberLiteral literal = parse_number(first.text);
    next();
    switch (literal.what) {
      case NumberLiteral::What::Int: {
        Expr* e = make(ExprKind::Int, first.place);
        e->bits = literal.bits;
        return e;
      }
      case NumberLiteral::What::Float: {
        Expr* e = make(ExprKind::Float, first.place);
        e->value = literal.value;
        return e;
      }
      case NumberLiteral::What::Imaginary:
        return unsupported("complex number", first.place);
      case NumberLiteral::What::TooLarge:
        return error(Diag::IntTooLarge, first.place, {std::string(first.text.substr(0, 60))});
      case NumberLiteral::What::Invalid:
        break;
    }
    return error(Diag::BadNumber, first.place, {std::string(first.text.substr(0, 60))});
  }

  Expr* string() {
    Token first = token();
    std::string_view prefix = first.text.substr(0, first.text.find_first_of("'\""));
    if (prefix.find_first_of("fF") != std::string_view::npos)
      return unsupported("JoinedStr", first.place);
    if (prefix.find_first_of("bB") != std::string_view::npos)
      return unsupported("Bytes", first.place);
    while (token().kind == TokenKind::String) next();
    return make(ExprKind::String, first.place);
  }

  Expr* name_or_constant() {
    Token first = token();
    if (first.text == "True" || first.text == "False") {
      next();
      Expr* e = make(ExprKind::Bool, first.place);
      e->bits = first.text == "True";
      return e;
    }
    if (first.text == "None") {
      next();
      return make(ExprKind::None, first.place);
    }
    if (is_keyword(first.text)) return expected("an expression");
    next();
    Expr* e = make(ExprKind::Name, first.place);
    e->text = std::string(first.text);
    return e;
  }

  Expr* parenthesised() {
    Place begin = token().place;
    next();
    bool saved = std::exchange(in_for_target_, false);
    Expr* e = nullptr;
    if (is(")")) {
      e = make(ExprKind::Tuple, begin);
    } else if (is("yield")) {
      return unsupported("Yield", token().place);
    } else {
      e = expression();
      if (e == nullptr) return nullptr;
      if (is("for") || is("async")) return unsupported("GeneratorExp", token().place);
    }
    in_for_target_ = saved;
    return want(")") ? e : nullptr;
  }

  Expr* list() {
    Place begin = token().place;
    next();
    bool saved = std::exchange(in_for_target_, false);
    std::vector<Expr*> items;
    while (!is("]")) {
      Expr* item = test();
      if (item == nullptr) return nullptr;
      if (is("for") || is("async")) return unsupported("ListComp", begin);
      items.push_back(item);
      if (!accept(",")) break;
    }
    in_for_target_ = saved;
    if (!want("]")) return nullptr;
    return make(ExprKind::List, since(begin), std::move(items));
  }

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
    } else if (const char* name = refused_statement()) {
      refuse_statement(name);
      return;
    } else {
      simple_line(body);
      return;
    }
    if (!ok) recover();
  }

  const char* refused_statement() const {
    for (const auto& [word, name] : kRefused) {
      if (is(word)) return name;
    }
    if (is("@")) return "FunctionDef";
    if (is("match") && is_match()) return "Match";
    return nullptr;
  }
  void refuse_statement(const char* name) {
    bool is_try = is("try");
    unsupported(name, token().place);
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

  bool if_statement(Body& body) {
    Place place = token().place;
    next();
    Expr* condition = test();
    if (condition == nullptr) return false;
    Stmt* s = make_stmt(StmtKind::If, place);
    s->value = condition;
    body.push_back(s);
    if (!block(s->body)) return false;
    if (is("elif")) {
      // An arm stands inside the one before it, in the tree and in the IR.
      if (blocks_ >= kMaxBlockDepth) {
        error(Diag::TooDeep, token().place);
        return false;
      }
      ++blocks_;
      bool ok = if_statement(s->orelse);
      --blocks_;
      return ok;
    }
    if (accept("else")) return block(s->orelse);
    return true;
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
    unsupported(construct, token().place);
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
        unsupported("list as an assignment target", e->place);
        return false;
      default:
        break;
    }
    error(Diag::BadTarget, e->place);
    return false;
  }

  Stmt* simple_statement() {
    Place place = token().place;
    if (const char* name = refused_statement()) return unsupported(name, place);
    if (accept("pass")) return make_stmt(StmtKind::Pass, place);
    if (accept("break")) return make_stmt(StmtKind::Break, place);
    if (accept("continue")) return make_stmt(StmtKind::Continue, place);
    if (is("return")) return return_statement();
    if (is("if") || is("for") || is("while")) return expected("a simple statement");
    if (is("...")) return unsupported("Ellipsis", place);
    Expr* first = expression();
    if (first == nullptr) return nullptr;
    if (is(":")) return unsupported("AnnAssign", since(place));
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
      if (is("yield")) return unsupported("Yield", token().place);
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
      unsupported("AsyncFunctionDef", token().place);
      return;
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
      unsupported("type parameter", token().place);
      skip_brackets();
    }
    if (!want("(") || !parameters()) return;
    if (accept("->")) {
      tree_->has_return_annotation = true;
      skip_annotation();
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
      Parameter parameter{std::string(token().text), token().place};
      for (const Parameter& other : tree_->parameters) {
        if (other.name == parameter.name)
          error(Diag::DuplicateParameter, parameter.place, {parameter.name});
      }
      next();
      if (accept(":")) skip_annotation();
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

  Lexed lexed_;
  std::unique_ptr<Tree> tree_;
  size_t at_ = 0;
  uint32_t nesting_ = 0;
  uint32_t blocks_ = 0;
  bool too_deep_ = false;
  bool in_for_target_ = false;
};

}  // namespace

std::unique_ptr<Tree> parse_function(std::string_view text) { return Parser(text).run(); }

}  // namespace tack::python
