// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/expressions.hpp"

#include <algorithm>
#include <cctype>

#include "ir/literal.hpp"

namespace tack::c89 {

using namespace ir;

std::string parenthesised(const std::string& text) {
  bool is_word = std::all_of(text.begin(), text.end(),
                             [](unsigned char c) { return std::isalnum(c) || c == '_'; });
  return is_word ? text : "(" + text + ")";
}

// "0.1f32" and "0.1f64" without their suffix; in parentheses for a sign.
std::string float_literal(Type type, uint64_t bits) {
  std::string text = literal_text(type, bits);
  text.resize(text.size() - 3);
  if (type.kind == Kind::F32) text += "f";
  return text[0] == '-' ? "(" + text + ")" : text;
}

std::string Expressions::print(const Inst* value) {
  if (value->is_const()) return constant(*value);
  return is_inlined(value) ? define(*value) : name(value);
}

std::string Expressions::simple(const Inst* value) { return parenthesised(print(value)); }

std::string Expressions::call(const std::string& function, const Inst& inst) {
  std::string text = function + "(";
  for (size_t i = 0; i < inst.operands.size(); ++i)
    text += (i ? ", " : "") + print(inst.operands[i]);
  return text + ")";
}

std::string Expressions::define(const Inst& inst) {
  auto at = [&](size_t i) { return simple(inst.operands[i]); };
  auto infix = [&](const char* op) { return at(0) + " " + op + " " + at(1); };
  bool is_float = inst.type.is_float();
  switch (inst.op) {
    case Op::Add:
      return arithmetic(inst, "+");
    case Op::Sub:
      if (is_float && inst.operands[0]->is_const() && inst.operands[0]->bits == 0)
        return typed("sub", inst);
      return arithmetic(inst, "-");
    case Op::Mul:
      return arithmetic(inst, "*");
    case Op::Div:
      return is_float ? arithmetic(inst, "/") : typed("div", inst);
    case Op::Rem:
      return typed("rem", inst);
    case Op::FloorDiv:
      return typed(inst.type.is_signed() ? "floordiv" : "div", inst);
    case Op::FloorMod:
      return typed(inst.type.is_signed() ? "floormod" : "rem", inst);
    case Op::Neg:
      return is_float ? "-" + at(0) : negative(inst);
    case Op::Abs:
      if (is_float) return library("fabs", inst);
      return inst.type.is_signed() ? typed("abs", inst) : print(inst.operands[0]);
    case Op::Min:
      return typed("min", inst);
    case Op::Max:
      return typed("max", inst);
    case Op::Sqrt:
      return library("sqrt", inst);
    case Op::Floor:
      return library("floor", inst);
    case Op::Ceil:
      return library("ceil", inst);
    case Op::And:
      return infix("&");
    case Op::Or:
      return infix("|");
    case Op::Xor:
      return infix("^");
    case Op::Shl:
    case Op::Shr:
      return shift(inst);
    case Op::Eq:
      return infix("==");
    case Op::Ne:
      return infix("!=");
    case Op::Lt:
      return infix("<");
    case Op::Le:
      return infix("<=");
    case Op::Gt:
      return infix(">");
    case Op::Ge:
      return infix(">=");
    case Op::Select:
      return at(0) + " ? " + at(1) + " : " + at(2);
    case Op::Convert:
      return convert(inst);
    case Op::Bitcast:
      return bitcast(inst);
    default:
      return other(inst);
  }
}

}  // namespace tack::c89
