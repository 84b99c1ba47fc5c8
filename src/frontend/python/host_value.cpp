// SPDX-License-Identifier: Apache-2.0
#include "frontend/python/host_value.hpp"

#include <cmath>

#include "frontend/python/scope.hpp"

namespace tack::python {

HostValue HostValue::of(__int128 value) {
  HostValue out;
  out.integer = value;
  return out;
}

HostValue HostValue::of(double value) {
  HostValue out;
  out.what = What::Float;
  out.number = value;
  return out;
}

namespace {

using What = HostValue::What;

std::optional<HostValue> integers(BinaryOp op, __int128 a, __int128 b) {
  __int128 result = 0;
  bool bad = false;
  auto floor_div = [&] { return a / b - ((a % b != 0) && ((a < 0) != (b < 0)) ? 1 : 0); };
  constexpr __int128 kMaxShift = 100;
  switch (op) {
    case BinaryOp::Add:
      bad = __builtin_add_overflow(a, b, &result);
      break;
    case BinaryOp::Sub:
      bad = __builtin_sub_overflow(a, b, &result);
      break;
    case BinaryOp::Mul:
      bad = __builtin_mul_overflow(a, b, &result);
      break;
    case BinaryOp::Div:
      if (b == 0) return std::nullopt;
      return HostValue::of(static_cast<double>(a) / static_cast<double>(b));
    case BinaryOp::FloorDiv:
      if (b == 0) return std::nullopt;
      result = floor_div();
      break;
    case BinaryOp::Mod:
      if (b == 0) return std::nullopt;
      result = a - floor_div() * b;
      break;
    case BinaryOp::Pow:
      if (b < 0) {
        if (a == 0) return std::nullopt;
        return HostValue::of(std::pow(static_cast<double>(a), static_cast<double>(b)));
      }
      result = 1;
      for (; b > 0 && !bad; --b) {
        if (result == 0 || (a == 1 || (a == -1 && b % 2 == 0))) break;  // no endless counting
        bad = __builtin_mul_overflow(result, a, &result);
      }
      break;
    case BinaryOp::Shl:
      if (b < 0 || b > kMaxShift) return std::nullopt;
      bad = __builtin_mul_overflow(a, static_cast<__int128>(1) << b, &result);
      break;
    case BinaryOp::Shr:
      if (b < 0) return std::nullopt;
      result = a >> std::min(b, kMaxShift);
      break;
    case BinaryOp::And:
      result = a & b;
      break;
    case BinaryOp::Or:
      result = a | b;
      break;
    case BinaryOp::Xor:
      result = a ^ b;
      break;
    case BinaryOp::MatMul:
      return std::nullopt;
  }
  return bad ? std::nullopt : std::optional(HostValue::of(result));
}

std::optional<HostValue> floats(BinaryOp op, double a, double b) {
  switch (op) {
    case BinaryOp::Add:
      return HostValue::of(a + b);
    case BinaryOp::Sub:
      return HostValue::of(a - b);
    case BinaryOp::Mul:
      return HostValue::of(a * b);
    case BinaryOp::Div:
      if (b == 0) return std::nullopt;
      return HostValue::of(a / b);
    case BinaryOp::Pow: {
      double result = std::pow(a, b);
      bool is_error = !std::isfinite(result) && std::isfinite(a) && std::isfinite(b);
      return is_error ? std::nullopt : std::optional(HostValue::of(result));
    }
    case BinaryOp::FloorDiv:
    case BinaryOp::Mod: {
      if (b == 0) return std::nullopt;
      double mod = std::fmod(a, b);
      double div = (a - mod) / b;
      if (mod != 0 && (b < 0) != (mod < 0)) {
        mod += b;
        div -= 1;
      } else if (mod == 0) {
        mod = std::copysign(0.0, b);
      }
      if (op == BinaryOp::Mod) return HostValue::of(mod);
      double floored = std::floor(div);
      if (div - floored > 0.5) floored += 1;
      return HostValue::of(div == 0 ? std::copysign(0.0, a / b) : floored);
    }
    default:
      return std::nullopt;
  }
}

std::optional<HostValue> binary(BinaryOp op, const HostValue& a, const HostValue& b) {
  if (a.what == What::Tuple || b.what == What::Tuple) return std::nullopt;
  if (a.what == What::Int && b.what == What::Int) return integers(op, a.integer, b.integer);
  return floats(op, a.as_float(), b.as_float());
}

}  // namespace

std::optional<HostValue> evaluate(const Expr& e, const HostNames& names) {
  switch (e.kind) {
    case ExprKind::Int:
    case ExprKind::Bool:
      return HostValue::of(static_cast<__int128>(e.bits));
    case ExprKind::Float:
      return HostValue::of(e.value);
    case ExprKind::Tuple: {
      HostValue out;
      out.what = What::Tuple;
      for (const Expr* item : e.args) {
        std::optional<HostValue> one = evaluate(*item, names);
        if (!one) return std::nullopt;
        out.items.push_back(std::move(*one));
      }
      return out;
    }
    case ExprKind::Unary: {
      std::optional<HostValue> value = evaluate(*e.args[0], names);
      if (!value || value->what == What::Tuple) return std::nullopt;
      bool is_float = value->what == What::Float;
      switch (e.unary) {
        case UnaryOp::Pos:
          return value;
        case UnaryOp::Neg:
          return is_float ? HostValue::of(-value->number) : HostValue::of(-value->integer);
        case UnaryOp::Invert:
          if (is_float) return std::nullopt;
          return HostValue::of(~value->integer);
        case UnaryOp::Not:
          return std::nullopt;
      }
      return std::nullopt;
    }
    case ExprKind::Binary: {  // a chain from its left end: it may be long
      std::vector<const Expr*> chain;
      const Expr* at = &e;
      for (; at->kind == ExprKind::Binary; at = at->args[0]) chain.push_back(at);
      std::optional<HostValue> result = evaluate(*at, names);
      for (size_t k = chain.size(); k-- > 0 && result;) {
        std::optional<HostValue> right = evaluate(*chain[k]->args[1], names);
        if (!right) return std::nullopt;
        result = binary(chain[k]->binary, *result, *right);
      }
      return result;
    }
    case ExprKind::Name:
    case ExprKind::Attribute: {
      std::vector<std::string> path = dotted_path(e);
      return path.empty() ? std::nullopt : names(path);
    }
    default:
      return std::nullopt;
  }
}

namespace {

std::optional<Constant> number_of(const HostValue& value, ir::Kind dtype) {
  Constant c;
  c.dtype = dtype;
  ir::Type type = ir::Type::scalar(dtype);
  bool wants_float = dtype != ir::Kind::Void && type.is_float();
  if (value.what == What::Float || wants_float) {
    if (dtype != ir::Kind::Void && !wants_float) return std::nullopt;
    c.is_float = true;
    c.float_value = value.as_float();
    return c;
  }
  int bits = dtype == ir::Kind::Void ? 64 : ir::bits_of(dtype);
  bool is_signed = dtype == ir::Kind::Void || type.is_signed();
  __int128 one = 1;
  __int128 least = is_signed ? -(one << (bits - 1)) : 0;
  __int128 most = (one << (is_signed && dtype != ir::Kind::Void ? bits - 1 : bits)) - 1;
  if (value.integer < least || value.integer > most) return std::nullopt;
  c.int_bits = static_cast<uint64_t>(value.integer);
  c.is_negative = value.integer < 0;
  return c;
}

}  // namespace

std::optional<Entity> constant_of(const HostValue& value, ir::Kind dtype) {
  if (value.what != What::Tuple) {
    std::optional<Constant> c = number_of(value, dtype);
    return c ? std::optional(Entity::of(*c)) : std::nullopt;
  }
  if (value.items.empty()) return std::nullopt;
  ConstantTable table;
  bool is_matrix = value.items[0].what == What::Tuple;
  table.rows = is_matrix ? static_cast<uint32_t>(value.items.size()) : 0;
  std::vector<const HostValue*> rows;
  for (const HostValue& item : value.items) {
    if ((item.what == What::Tuple) != is_matrix) return std::nullopt;
    if (is_matrix) rows.push_back(&item);
  }
  if (!is_matrix) rows.push_back(&value);
  table.columns = static_cast<uint32_t>(rows[0]->items.size());
  for (const HostValue* row : rows) {
    if (row->items.size() != table.columns || row->items.empty()) return std::nullopt;
    for (const HostValue& item : row->items) {
      if (item.what == What::Tuple) return std::nullopt;
      std::optional<Constant> c = number_of(item, dtype);
      if (!c) return std::nullopt;
      table.elements.push_back(*c);
    }
  }
  return Entity::of(std::move(table));
}

}  // namespace tack::python
