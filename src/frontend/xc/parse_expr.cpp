// SPDX-License-Identifier: Apache-2.0
// Expressions, by precedence.
#include <algorithm>

#include "frontend/xc/parser_impl.hpp"

namespace tack::xc {
namespace {

struct BinaryOp {
  std::string_view text;
  Op op;
  int level;
};

// Rotates stand between the shifts and the sums.
constexpr BinaryOp kBinary[] = {
    {"*", Op::Mul, 11},   {"/", Op::Div, 11},  {"%", Op::Rem, 11}, {"+", Op::Add, 10},
    {"-", Op::Sub, 10},   {"<:", Op::Rol, 9},  {":>", Op::Ror, 9}, {"<<", Op::Shl, 8},
    {">>", Op::Shr, 8},   {"<", Op::Lt, 7},    {">", Op::Gt, 7},   {"<=", Op::Le, 7},
    {">=", Op::Ge, 7},    {"==", Op::Eq, 6},   {"!=", Op::Ne, 6},  {"&", Op::BitAnd, 5},
    {"^", Op::BitXor, 4}, {"|", Op::BitOr, 3}, {"&&", Op::And, 2}, {"||", Op::Or, 1},
};

struct AssignOp {
  std::string_view text;
  Op op;
};

constexpr AssignOp kAssign[] = {
    {"=", Op::None},  {"+=", Op::Add},    {"-=", Op::Sub},   {"*=", Op::Mul},    {"/=", Op::Div},
    {"%=", Op::Rem},  {"&=", Op::BitAnd}, {"|=", Op::BitOr}, {"^=", Op::BitXor}, {"<<=", Op::Shl},
    {">>=", Op::Shr}, {"<:=", Op::Rol},   {":>=", Op::Ror},
};

}  // namespace

std::string_view op_text(Op op) {
  for (const BinaryOp& b : kBinary) {
    if (b.op == op) return b.text;
  }
  return op == Op::Neg ? "-" : op == Op::Not ? "!" : op == Op::BitNot ? "~" : "+";
}

void Parser::set_depth(Expr& e) {
  uint32_t depth = 0;
  for (const Expr* kid : {e.a, e.b, e.c}) {
    if (kid) depth = std::max(depth, kid->depth);
  }
  for (const Expr* kid : e.list) {
    if (kid) depth = std::max(depth, kid->depth);
  }
  e.depth = depth + 1;
  deepest_ = std::max(deepest_, e.depth);
  if (e.depth > kMaxDepth) {
    fail(Msg::TooDeep, e.where);
    e.kind = ExprKind::Error;
    e.a = e.b = e.c = nullptr;
    e.list.clear();
    e.depth = 1;
  }
}

Expr* Parser::make_expr(ExprKind kind, SourceRange where, Expr* a, Expr* b, Expr* c) {
  Expr& e = program_.expr_arena.emplace_back();
  e.kind = kind;
  e.where = where;
  e.a = a;
  e.b = b;
  e.c = c;
  set_depth(e);
  return &e;
}

Expr* Parser::expression() {
  Nest nest(*this);
  Expr* left = ternary();
  if (cur().kind != Tok::Punct) return left;
  for (const AssignOp& assign : kAssign) {
    if (!at(assign.text)) continue;
    SourceRange where = take().where;
    Expr* e = make_expr(ExprKind::Assign, where, left, expression());
    e->op = assign.op;
    return e;
  }
  return left;
}

Expr* Parser::ternary() {
  Expr* condition = binary(1);
  if (!at("?")) return condition;
  Nest nest(*this);
  SourceRange where = take().where;
  Expr* yes = expression();
  expect(":", "the first choice");
  Expr* no = ternary();
  return make_expr(ExprKind::Cond, where, condition, yes, no);
}

Expr* Parser::binary(int lowest) {
  Expr* left = unary();
  for (;;) {
    if (cur().kind != Tok::Punct) return left;
    const BinaryOp* found = nullptr;
    for (const BinaryOp& b : kBinary) {
      if (at(b.text)) found = &b;
    }
    if (!found || found->level < lowest) return left;
    SourceRange where = take().where;
    Expr* right = binary(found->level + 1);
    left = make_expr(ExprKind::Binary, where, left, right);
    left->op = found->op;
  }
}

// '(' type ')': a name in parentheses is a cast when it names a type.
bool Parser::starts_cast() const {
  if (!at("(")) return false;
  size_t n = type_length(1, true);
  if (n == 0) return false;
  if (cur(1 + n).is("?")) ++n;
  return cur(1 + n).is(")");
}

Expr* Parser::unary() {
  Nest nest(*this);
  const Token& t = cur();
  if (t.kind == Tok::Punct) {
    constexpr std::pair<std::string_view, Op> kPrefix[] = {
        {"-", Op::Neg}, {"+", Op::Plus}, {"!", Op::Not}, {"~", Op::BitNot}};
    for (auto [text, op] : kPrefix) {
      if (!t.is(text)) continue;
      take();
      Expr* e = make_expr(ExprKind::Unary, t.where, unary());
      e->op = op;
      return e;
    }
    if (t.is("++") || t.is("--")) {
      take();
      Expr* e = make_expr(ExprKind::Step, t.where, unary());
      e->op = t.is("++") ? Op::Add : Op::Sub;
      e->prefix = true;
      return e;
    }
    if (t.is("*")) {
      take();
      return make_expr(ExprKind::Deref, t.where, unary());
    }
    if (t.is("&")) {
      take();
      return make_expr(ExprKind::Address, t.where, unary());
    }
    if (t.is("%") && cur(1).kind == Tok::Number) {
      take();
      return postfix(number(take(), true));
    }
    if (starts_cast()) {
      take();
      TypeSyntax* to = type();
      bool may_fail = accept("?");
      expect(")", "the cast's type");
      if (at("{")) {
        list_outside();
        return make_expr(ExprKind::Error, t.where);
      }
      Expr* e = make_expr(ExprKind::Cast, t.where, unary());
      e->syntax = to;
      e->may_fail = may_fail;
      return e;
    }
  }
  if (t.is("sizeof")) {
    take();
    if (starts_cast()) {
      take();
      Expr* e = make_expr(ExprKind::SizeofType, t.where);
      e->syntax = type();
      expect(")", "the type");
      return e;
    }
    return make_expr(ExprKind::SizeofExpr, t.where, unary());
  }
  if (t.is("new")) return postfix(new_());
  if (t.is("inline") && cur(1).is(":")) {
    take();
    take();
  }
  return postfix(primary());
}

// `va_arg(ap, T)` has a type for its second.
std::vector<Expr*> Parser::arguments(Expr* call) {
  bool takes_type = call && call->a->kind == ExprKind::Name && call->a->name == "va_arg";
  std::vector<Expr*> out;
  expect("(", "the function");
  while (!at(")") && !at_end()) {
    if (at("...")) {
      out.push_back(make_expr(ExprKind::Forward, take().where));
      break;
    }
    size_t n = takes_type && out.size() == 1 ? type_length(0, true) : 0;
    if (n > 0 && cur(n).is(")")) {
      call->syntax = type();
      break;
    }
    out.push_back(expression());
    if (!accept(",")) break;
  }
  expect(")", "the arguments");
  return out;
}

// From the dots on.
Expr* Parser::slice(SourceRange where, Expr* of, Expr* begin) {
  bool inclusive = take().text == "...";
  Expr* end = at("]") ? nullptr : expression();
  if (!end && inclusive) fail(Msg::ExpectedExpression, cur().where, {describe(cur())});
  Expr* e = make_expr(ExprKind::Slice, where, of, begin, end);
  e->prefix = inclusive;
  return e;
}

Expr* Parser::postfix(Expr* e) {
  for (;;) {
    const Token& t = cur();
    if (t.kind != Tok::Punct) return e;
    if (t.is("[")) {
      take();
      Expr* index = at("..") || at("...") ? nullptr : expression();
      bool range = at("..") || at("...");
      e = range ? slice(t.where, e, index) : make_expr(ExprKind::Index, t.where, e, index);
      expect("]", range ? "the slice" : "the index");
    } else if (t.is("(")) {
      Expr* call = make_expr(ExprKind::Call, e->where, e);
      call->list = arguments(call);
      set_depth(*call);
      e = call;
    } else if (t.is(".") || t.is("->")) {
      take();
      const Token& name = cur();
      if (!name.ident()) {
        fail(Msg::ExpectedName, name.where, {t.text == "." ? "'.'" : "'->'", describe(name)});
        return e;
      }
      take();
      e = make_expr(ExprKind::Member, name.where, e);
      e->name = name.text;
    } else if (t.is("++") || t.is("--")) {
      take();
      e = make_expr(ExprKind::Step, t.where, e);
      e->op = t.is("++") ? Op::Add : Op::Sub;
    } else {
      return e;
    }
  }
}

}  // namespace tack::xc
