// SPDX-License-Identifier: Apache-2.0
// Nodes of the tree, one function each.
#pragma once

#include <utility>

#include "kernel_fuzz/tree.hpp"

namespace tack::kernel_fuzz {

inline constexpr Type kTruth{Kind::I32};
inline constexpr Type kIndex{Kind::I64};

inline Expr literal(std::string text, Type type) {
  return {Expr::Form::Literal, std::move(text), {}, type};
}
inline Expr number(int64_t value) {  // as an integer literal
  Kind kind = value >= INT32_MIN && value <= INT32_MAX ? Kind::I32 : Kind::I64;
  return literal(std::to_string(value), {kind, Strength::Literal});
}
inline Expr name(std::string text, Type type) {
  return {Expr::Form::Name, std::move(text), {}, type};
}
inline Expr unary(std::string op, Expr a, Type type) {
  return {Expr::Form::Unary, std::move(op), {std::move(a)}, type};
}
inline Expr call(std::string function, std::vector<Expr> args, Type type);
inline Expr binary(std::string op, Expr a, Expr b, Type type) {
  // [x] * n, which repeats in Python, is refused.
  for (Expr* one : {&a, &b})
    if (op == "*" && one->form == Expr::Form::List && one->args.size() == 1)
      *one = call("tack.Vector", {*one}, one->type);
  return {Expr::Form::Binary, std::move(op), {std::move(a), std::move(b)}, type};
}
inline Expr compare(std::string op, Expr a, Expr b) {
  return {Expr::Form::Compare, std::move(op), {std::move(a), std::move(b)}, kTruth};
}
inline Expr conditional(Expr c, Expr a, Expr b, Type type) {
  return {Expr::Form::Conditional, "", {std::move(c), std::move(a), std::move(b)}, type};
}
inline Expr call(std::string function, std::vector<Expr> args, Type type) {
  return {Expr::Form::Call, std::move(function), std::move(args), type};
}
inline Expr method(std::string what, std::vector<Expr> args, Type type) {
  return {Expr::Form::Method, std::move(what), std::move(args), type};
}
inline Expr index(Expr base, std::vector<Expr> at, Type type) {
  std::vector<Expr> args{std::move(base)};
  for (Expr& e : at) args.push_back(std::move(e));
  return {Expr::Form::Index, "", std::move(args), type};
}

inline Stmt assign(Expr target, Expr value) {
  Stmt s;
  s.form = Stmt::Form::Assign;
  s.targets.push_back(std::move(target));
  s.values.push_back(std::move(value));
  return s;
}
inline Stmt augment(std::string op, Expr target, Expr value) {
  Stmt s = assign(std::move(target), std::move(value));
  s.form = Stmt::Form::Augment;
  s.text = std::move(op);
  return s;
}
inline Stmt simple(Stmt::Form form) {
  Stmt s;
  s.form = form;
  return s;
}

}  // namespace tack::kernel_fuzz
