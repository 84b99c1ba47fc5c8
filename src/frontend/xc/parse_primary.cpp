// SPDX-License-Identifier: Apache-2.0
// What an expression begins with: numbers, texts, names, `new`, parentheses.
#include <cmath>

#include "frontend/xc/number.hpp"
#include "frontend/xc/parser_impl.hpp"

namespace tack::xc {
namespace {

// Whether the number that is written is not 0.
bool has_digit(std::string_view number) {
  return number.substr(0, number.find_first_of("eE")).find_first_of("123456789") !=
         std::string_view::npos;
}

}  // namespace

Expr* Parser::number(const Token& t, bool binary) {
  NumberValue v = binary ? binary_value(t.text) : number_value(t.text);
  Expr* e = make_expr(ExprKind::Int, t.where);
  switch (v.kind) {
    case NumberValue::Kind::Bad:
      fail(Msg::BadNumber, t.where, {t.text, instead_of_number(t.text)});
      break;
    case NumberValue::Kind::TooBig:
      fail(Msg::NumberTooBig, t.where, {t.text});
      break;
    case NumberValue::Kind::Integer:
      e->value = static_cast<__int128>(v.integer);
      e->exact = e->constant = true;
      break;
    case NumberValue::Kind::Float:
    case NumberValue::Kind::Double:
      e->kind = ExprKind::Real;
      e->real = v.real;
      e->constant = true;
      if (std::isinf(e->real) || (e->real == 0 && has_digit(t.text)))
        reporter_.report(
            Msg::RealRange, t.where,
            {t.text, e->real == 0 ? "small" : "large",
             v.kind == NumberValue::Kind::Float ? "float" : "double",
             e->real == 0 ? "0" : "infinity",
             v.kind == NumberValue::Kind::Float ? ", the suffix d makes a double" : ""});
      e->name = v.kind == NumberValue::Kind::Float ? "f" : "d";
      break;
  }
  return e;
}

Expr* Parser::text() {
  Expr* e = make_expr(ExprKind::Text, cur().where);
  while (cur().kind == Tok::String) {
    const Token& t = take();
    TextFault fault;
    e->text += decode_text(t.text, fault);
    if (fault.bad) reporter_.report(Msg::BadEscape, t.where);
  }
  return e;
}

Expr* Parser::new_() {
  const Token& t = take();
  Expr* e = make_expr(ExprKind::New, t.where);
  e->syntax = type(false);
  if (accept("[")) {
    e->is_array = true;
    e->b = expression();
    expect("]", "the count");
  } else if (at("(")) {
    e->list = arguments();
  }
  set_depth(*e);
  return e;
}

// `(P){1}` and `f({1})`: what follows is read on.
void Parser::list_outside() {
  if (!panic_) reporter_.report(Msg::ListOutside, cur().where);
  initialiser();
}

Expr* Parser::primary() {
  const Token& t = cur();
  switch (t.kind) {
    case Tok::Number:
      take();
      return number(t, false);
    case Tok::String:
      return text();
    case Tok::Char: {
      take();
      TextFault fault;
      std::string bytes = decode_text(t.text, fault);
      // One byte, or one \u that fits in a byte: its two bytes of UTF-8.
      uint32_t value = bytes.empty() ? 0 : static_cast<unsigned char>(bytes[0]);
      bool wide =
          bytes.size() == 2 && (value == 0xC2 || value == 0xC3) && t.text.substr(0, 2) == "'\\";
      if (wide) value = ((value & 3) << 6) | (static_cast<unsigned char>(bytes[1]) & 63);
      if (fault.bad) {
        reporter_.report(Msg::BadEscape, t.where);
      } else if (bytes.size() != 1 && !wide) {
        reporter_.report(Msg::BadCharacter, t.where, {t.text});
      }
      Expr* e = make_expr(ExprKind::Int, t.where);
      e->value = value;
      e->exact = e->constant = true;
      return e;
    }
    case Tok::Ident:
      break;
    default:
      if (t.is("(")) {
        take();
        Expr* e = expression();
        expect(")", "the expression");
        e->parenthesised = true;
        return e;
      }
      if (t.is("{")) {
        if (looks_like_block() || cur(1).is("}")) return block_literal(nullptr);
        list_outside();
      } else {
        fail(Msg::ExpectedExpression, t.where, {describe(t)});
      }
      return make_expr(ExprKind::Error, t.where);
  }
  bool named = false;
  if (size_t n = shape_length(0, &named); n > 0 && !named && cur(n).is("{")) {
    TypeSyntax* syntax = shape();
    return block_literal(syntax);
  }
  if (t.is("true") || t.is("false")) {
    take();
    Expr* e = make_expr(ExprKind::Int, t.where);
    e->value = t.is("true");
    e->constant = e->is_bool = true;
    return e;
  }
  bool negates = t.is("not") && (cur(1).ident() || cur(1).kind == Tok::Number);
  if (is_reserved(t.text) || negates) {
    fail(Msg::ExpectedExpression, t.where, {describe_word(t)});
    return make_expr(ExprKind::Error, t.where);
  }
  take();
  Expr* e = make_expr(ExprKind::Name, t.where);
  e->name = t.text;
  return e;
}

}  // namespace tack::xc
