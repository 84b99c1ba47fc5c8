// SPDX-License-Identifier: Apache-2.0
// The syntax tree of one function: what Python's grammar says, no meaning yet.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <vector>

#include "frontend/python/message.hpp"

namespace tack::python {

enum class ExprKind : uint8_t {
  Name,   // text
  Int,    // bits, is_negative never: a sign is a Unary
  Float,  // value
  Bool,   // bits 0 or 1
  None,
  String,
  Tuple,      // args
  List,       // args
  Unary,      // unary, args[0]
  Binary,     // binary, args[0..1]
  Compare,    // args[0] compares[0] args[1] compares[1] args[2] ...
  BoolOp,     // is_and, args
  Cond,       // args: condition, then, else
  Call,       // args[0] the callee, then the arguments
  Attribute,  // args[0], text
  Subscript,  // args[0], args[1]
};

enum class UnaryOp : uint8_t { Neg, Pos, Invert, Not };
enum class BinaryOp : uint8_t {
  Add,
  Sub,
  Mul,
  Div,
  FloorDiv,
  Mod,
  Pow,
  MatMul,
  And,
  Or,
  Xor,
  Shl,
  Shr,
};
enum class CompareOp : uint8_t { Eq, Ne, Lt, Le, Gt, Ge };
const char* op_text(UnaryOp op);
const char* op_text(BinaryOp op);
const char* op_text(CompareOp op);

struct Expr {
  ExprKind kind = ExprKind::None;
  Place place;
  // Of the tree below, a chain of binary operators counted once: bounded, so that walks that use
  // for_each_operand may recurse.
  uint32_t depth = 1;
  std::string text;
  std::vector<Expr*> args;
  uint64_t bits = 0;
  double value = 0;
  UnaryOp unary{};
  BinaryOp binary{};
  bool is_and = false;
  std::vector<CompareOp> compares;
};

// Calls f(operand) for what an expression is made of, in order. A chain `a + b - c ...` is a deep
// tree on its left side only: its operands count as one level, or a sum of 500 terms would be
// nested too deep.
template <class F>
void for_each_operand(const Expr& e, F f) {
  if (e.kind != ExprKind::Binary) {
    for (const Expr* arg : e.args) f(*arg);
    return;
  }
  std::vector<const Expr*> right;
  const Expr* left = &e;
  for (; left->kind == ExprKind::Binary; left = left->args[0]) right.push_back(left->args[1]);
  f(*left);
  while (!right.empty()) {
    f(*right.back());
    right.pop_back();
  }
}

enum class StmtKind : uint8_t {
  Assign,     // targets (each one name, tuple, subscript ...), value
  AugAssign,  // targets[0], binary, value
  For,        // targets[0], value the iterable, body
  While,      // value the condition, body
  If,         // value the condition, body, orelse; `elif` is an If alone in orelse
  Choose,  // body: Ifs without an else, of which the first that holds runs; orelse when none does
  Break,
  Continue,
  Pass,
  Return,  // value or null
  Expr,    // value
};

struct Stmt;
using Body = std::vector<Stmt*>;

struct Stmt {
  StmtKind kind = StmtKind::Pass;
  Place place;  // the whole first line of the statement; For, While, If: the keyword
  std::vector<Expr*> targets;
  Expr* value = nullptr;
  BinaryOp binary{};
  Body body, orelse;
};

struct Parameter {
  std::string name;
  Place place;
  std::vector<std::string> annotation;  // as return_annotation; for guesses alone
};

// Which names a function binds, which it takes from outside, and which reads can never find a
// value. See scope.hpp.
struct Scope {
  // Assignments to each name; a parameter or a loop variable that is never assigned stands with 0.
  std::map<std::string, uint32_t> bound;
  std::vector<std::string> free;  // dotted, sorted, each once
  // A read of a loop variable after its loop, or before any assignment.
  std::vector<Message> messages;

  bool is_bound(const std::string& name) const { return bound.count(name) != 0; }
};

struct Tree {
  std::string name;
  Place def_place;  // of the `def` line
  std::vector<Parameter> parameters;
  bool has_return_annotation = false;
  // The annotation when it is a name, "tack.f32" in parts, quoted or not; else empty.
  std::vector<std::string> return_annotation;
  Place return_annotation_place;
  Body body;
  std::vector<Message> messages;         // errors of the lexer and the parser, in source order
  std::vector<Message> result_messages;  // about a kernel's return value
  Scope scope;
  std::deque<Expr> exprs;
  std::deque<Stmt> stmts;
};

// A walk may use a stack frame for each level of an expression or of nested blocks.
inline constexpr uint32_t kMaxExprDepth = 400;
inline constexpr uint32_t kMaxBlockDepth = 150;
// Arms of an `if` with `elif` that stand inside each other; a longer chain is a Choose.
inline constexpr uint32_t kMaxNestedArms = 24;

}  // namespace tack::python
