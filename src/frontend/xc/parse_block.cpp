// SPDX-License-Identifier: Apache-2.0
// Blocks and callbacks: their types, with or without a name inside, and the blocks themselves.
#include <algorithm>

#include "frontend/xc/parser_impl.hpp"

namespace tack::xc {

// The tokens of `block f i32(i32 v)`, which declares f, or of `block i32(i32 v)`, which is a type;
// 0 for what is neither.
size_t Parser::shape_length(size_t from, bool* named) const {
  *named = false;
  if (!cur(from).is("block") && !cur(from).is("callback")) return 0;
  // The parentheses behind a type at `at`; results that are blocks themselves take a typedef.
  auto end = [&](size_t at) -> size_t {
    if (cur(at).is("block") || cur(at).is("callback")) return 0;
    size_t n = type_length(at, false);
    if (n == 0 || !cur(at + n).is("(")) return 0;
    size_t k = at + n;
    int depth = 0;
    do {
      if (cur(k).kind == Tok::End) return 0;
      if (cur(k).is("(")) ++depth;
      if (cur(k).is(")")) --depth;
      ++k;
    } while (depth > 0);
    return cur(k).is("throws") ? k + 1 : k;
  };
  size_t at = from + 1;
  if (can_name(cur(at))) {
    ++at;
    while (cur(at).is("[")) {
      while (!cur(at).is("]") && cur(at).kind != Tok::End) ++at;
      ++at;
    }
    if (size_t k = end(at)) {
      *named = true;
      return k - from;
    }
  }
  size_t k = end(from + 1);
  return k ? k - from : 0;
}

bool Parser::at_named_shape() const {
  bool named = false;
  return shape_length(0, &named) > 0 && named;
}

// A block's or a callback's type; its name too where there is one.
TypeSyntax* Parser::shape(std::string_view* name, SourceRange* where) {
  Nest nest(*this);
  bool named = false;
  shape_length(0, &named);
  const Token& word = take();
  TypeSyntax* out = make_type(
      word.is("block") ? TypeSyntax::Kind::Block : TypeSyntax::Kind::Callback, word.where);
  TypeSyntax* whole = out;
  if (named) {
    *where = cur().where;
    *name = take().text;
    whole = array_suffix(out);
  }
  TypeSyntax* f = make_type(TypeSyntax::Kind::Function, cur().where);
  f->inner = type(false);
  Func& taken = program_.func_arena.emplace_back();
  parameters(taken);
  f->parameters = taken.params;
  f->variadic = taken.variadic;
  f->throws = accept("throws");
  out->inner = f;
  return whole;
}

Var* Parser::shape_variable(const Modifiers& m) {
  Var& v = program_.var_arena.emplace_back();
  v.syntax = shape(&v.name, &v.where);
  v.is_static = m.is_static;
  v.is_extern = m.is_extern;
  bool one = v.syntax->kind != TypeSyntax::Kind::Array;
  if (accept("=")) v.init = one && at("{") ? block_literal(nullptr) : initialiser();
  return &v;
}

// Whether the braces here hold statements, not values.
bool Parser::looks_like_block() const {
  size_t n = type_length(1, true);
  bool comma = n > 0 && can_name(cur(1 + n));  // `u32 a, b;`
  int depth = 0;
  for (size_t k = 0; cur(k).kind != Tok::End; ++k) {
    const Token& t = cur(k);
    if (t.is("{") || t.is("(") || t.is("[")) ++depth;
    if ((t.is("}") || t.is(")") || t.is("]")) && --depth == 0) return false;
    if (t.is(";") && depth == 1) return true;
    if (t.is(",") && depth == 1 && !comma) return false;
    if (depth == 1 && t.ident() && is_reserved(t.text) &&
        (t.is("if") || t.is("for") || t.is("while") || t.is("return") || t.is("switch") ||
         t.is("try") || t.is("defer")))
      return true;
    bool head = cur(k + 1).is("{") || cur(k + 1).is(":");
    bool named = can_name(cur(k + 1)) && (cur(k + 2).is("{") || cur(k + 2).is(":"));
    if (depth == 1 && t.is("par") && (head || named)) return true;
  }
  return false;
}

// A block: `block i32(i32 v) { return v; }`, or the braces alone where the type is known.
Expr* Parser::block_literal(TypeSyntax* type) {
  SourceRange where = cur().where;
  Func& f = program_.func_arena.emplace_back();
  f.name = "block";
  f.where = where;
  uint32_t around = deepest_;
  deepest_ = 0;
  f.body = block();
  Expr* e = make_expr(ExprKind::BlockLiteral, where);
  e->func = &f;
  e->syntax = type;
  // What is in there is walked with what is around.
  e->depth += deepest_;
  deepest_ = std::max(around, e->depth);
  return e;
}

}  // namespace tack::xc
