// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/expr_parser.hpp"

#include "frontend/python/environment.hpp"
#include "frontend/python/hints.hpp"
#include "frontend/python/number.hpp"
#include "frontend/python/scope.hpp"
#include "frontend/python/string_value.hpp"

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

constexpr std::string_view kLoopHint =
    "write a for loop that adds up, or that stores in tack.local_array(dtype, size)";
constexpr std::string_view kContainerHint =
    "a kernel has arrays, vectors and tack.local_array(dtype, size)";
constexpr std::string_view kSliceHint = "write a for loop over the elements";

}  // namespace

bool is_keyword(std::string_view word) {
  return std::find(std::begin(kKeywords), std::end(kKeywords), word) != std::end(kKeywords);
}

Expr* ExprParser::expression() {
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

bool ExprParser::ends_expression() const {
  return token().kind == TokenKind::Newline || token().kind == TokenKind::End || is("=") ||
         is(")") || is("]") || is("}") || is(":") || is(";") || (in_for_target_ && is("in"));
}

Expr* ExprParser::test() {
  Nest nest(*this);
  if (!nest.ok()) return error(Diag::TooDeep, token().place);
  Place begin = token().place;
  if (is("lambda")) return unsupported("lambda", begin, "write a device function with @tack.func");
  if (is("yield")) return no_yield();
  if (is("*") || is("**")) return unsupported("starred argument", begin, "write each argument");
  Expr* value = or_test();
  if (value == nullptr) return nullptr;
  if (is(":="))
    return unsupported("':=' in an expression", begin, "assign in a statement of its own");
  if (!is("if")) return value;
  next();
  Expr* condition = or_test();
  if (condition == nullptr || !want("else")) return nullptr;
  Expr* other = test();
  if (other == nullptr) return nullptr;
  return make(ExprKind::Cond, since(begin), {condition, value, other});
}

Expr* ExprParser::bool_op(std::string_view word, Expr* (ExprParser::*operand)()) {
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

Expr* ExprParser::or_test() { return bool_op("or", &ExprParser::and_test); }

Expr* ExprParser::and_test() { return bool_op("and", &ExprParser::not_test); }

Expr* ExprParser::not_test() {
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

bool ExprParser::compare_op(CompareOp& op) {
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

Expr* ExprParser::comparison() {
  Place begin = token().place;
  Expr* first = binary(0);
  if (first == nullptr) return nullptr;
  std::vector<Expr*> items = {first};
  std::vector<CompareOp> ops;
  while (true) {
    CompareOp op{};
    if (is("is")) return unsupported("operator 'is'", token().place, "compare numbers with ==");
    if (is("in") && !in_for_target_)
      return unsupported("operator 'in'", token().place, "compare with each value");
    if (is("not") && token(1).is("in"))
      return unsupported("operator 'not in'", token().place, "compare with each value");
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

Expr* ExprParser::binary(int level) {
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

Expr* ExprParser::factor() {
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

Expr* ExprParser::power() {
  Place begin = token().place;
  if (is("await")) return unsupported("await", begin, refused_statement("await")->hint);
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

Expr* ExprParser::primary() {
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

Expr* ExprParser::call(Expr* callee, const Place& begin) {
  next();
  std::vector<Expr*> args = {callee};
  while (!is(")")) {
    if (is_name() && token(1).is("=")) return keyword_argument(*callee);
    Expr* arg = test();
    if (arg == nullptr) return nullptr;
    if (is("for") || is("async"))
      return unsupported("generator expression", token().place, kLoopHint);
    args.push_back(arg);
    if (!accept(",")) break;
  }
  if (!want(")")) return nullptr;
  return make(ExprKind::Call, since(begin), std::move(args));
}

// At the name of the argument.
Expr* ExprParser::keyword_argument(const Expr& callee) {
  std::string name(token().text), function;
  for (const std::string& part : dotted_path(callee))
    function += (function.empty() ? "" : ".") + part;
  if (function.starts_with("tack.")) {  // there is no place for it
    std::string member = function.substr(5);
    if (tack_member(member).what == Entity::What::Missing)
      return error(Diag::UnknownMember, callee.place,
                   {"tack", member, std::string(member_hint(member))});
  }
  std::string hint = function == "print"
                         ? "print(...) writes a space between values and ends the line"
                         : "write the value alone, at the place of its parameter" +
                               (function.empty() ? "" : " in " + function + "(...)");
  return unsupported("keyword argument '" + name + "'", span(token().place, token(1).place), hint);
}

std::nullptr_t ExprParser::no_yield() {
  return unsupported("yield", token().place, refused_statement("yield")->hint);
}

Expr* ExprParser::subscript(Expr* value, const Place& begin) {
  next();
  Place index_begin = token().place;
  if (is(":")) return unsupported("slice", index_begin, kSliceHint);
  Expr* index = expression();
  if (index == nullptr) return nullptr;
  if (is(":")) return unsupported("slice", span(index_begin, token().place), kSliceHint);
  if (!want("]")) return nullptr;
  return make(ExprKind::Subscript, since(begin), {value, index});
}

Expr* ExprParser::atom() {
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
  if (is("{")) return unsupported(is_dict() ? "dict" : "set", first.place, kContainerHint);
  return expected("an expression");
}

bool ExprParser::is_dict() const {
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

Expr* ExprParser::number() {
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
      return unsupported("complex number", first.place, "keep the two parts in a vector of 2");
    case NumberLiteral::What::TooLarge:
      return error(Diag::IntTooLarge, first.place, {std::string(first.text.substr(0, 60))});
    case NumberLiteral::What::Invalid:
      break;
  }
  return error(Diag::BadNumber, first.place, {std::string(first.text.substr(0, 60))});
}

Expr* ExprParser::string() {
  Token first = token();
  std::string_view prefix = first.text.substr(0, first.text.find_first_of("'\""));
  if (prefix.find_first_of("fF") != std::string_view::npos)
    return unsupported("f-string", first.place,
                       "print(\"text\", value) writes strings and numbers one after another");
  if (prefix.find_first_of("bB") != std::string_view::npos)
    return unsupported("bytes value", first.place,
                       "write its numbers, as tack.constant((1, 2, 3))");
  std::string text;
  for (; token().kind == TokenKind::String; next()) text += string_value(token().text);
  Expr* e = make(ExprKind::String, first.place);
  e->text = std::move(text);
  return e;
}

Expr* ExprParser::name_or_constant() {
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

Expr* ExprParser::parenthesised() {
  Place begin = token().place;
  next();
  bool saved = std::exchange(in_for_target_, false);
  Expr* e = nullptr;
  if (is(")")) {
    e = make(ExprKind::Tuple, begin);
  } else if (is("yield")) {
    return no_yield();
  } else {
    e = expression();
    if (e == nullptr) return nullptr;
    if (is("for") || is("async"))
      return unsupported("generator expression", token().place, kLoopHint);
  }
  in_for_target_ = saved;
  return want(")") ? e : nullptr;
}

Expr* ExprParser::list() {
  Place begin = token().place;
  next();
  bool saved = std::exchange(in_for_target_, false);
  std::vector<Expr*> items;
  while (!is("]")) {
    Expr* item = test();
    if (item == nullptr) return nullptr;
    if (is("for") || is("async")) return unsupported("list comprehension", begin, kLoopHint);
    items.push_back(item);
    if (!accept(",")) break;
  }
  in_for_target_ = saved;
  if (!want("]")) return nullptr;
  return make(ExprKind::List, since(begin), std::move(items));
}

}  // namespace tack::python
