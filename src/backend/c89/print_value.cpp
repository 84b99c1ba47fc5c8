// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/print_value.hpp"

#include <bit>
#include <cmath>

#include "backend/c89/helpers.hpp"
#include "support/ice.hpp"

namespace tack::c89 {
namespace {

using namespace ir;

bool is_wide(Type type) { return type.is_int() && bits_of(type) == 64; }

}  // namespace

// An int has 16 bits somewhere and a long 64 elsewhere, so anything but small numbers is cast.
std::string ValuePrinter::integer(Type type, uint64_t bits) const {
  int width = bits_of(type);
  std::string cast = "(" + c_type(type) + ")";
  if (!type.is_signed()) {
    bits &= ~uint64_t{0} >> (64 - width);
    if (bits <= 32767) return std::to_string(bits) + "U";
    return cast + std::to_string(bits) + "UL";
  }
  int64_t value = static_cast<int64_t>(bits << (64 - width)) >> (64 - width);
  if (value >= 0 && value <= 32767) return std::to_string(value);
  if (value == INT32_MIN) return cast + "(-2147483647L - 1L)";
  if (value < 0) return cast + "(-" + std::to_string(-value) + "L)";
  return cast + std::to_string(value) + "L";
}

std::string ValuePrinter::constant(const Inst& inst) {
  Type type = inst.type;
  if (type.is_bool()) return inst.bits ? "1" : "0";
  if (!type.is_float()) return integer(type, inst.bits);
  bool single = type.kind == Kind::F32;
  double value = single ? std::bit_cast<float>(static_cast<uint32_t>(inst.bits))
                        : std::bit_cast<double>(inst.bits);
  helpers_.insert("math.h");
  std::string cast = single ? "(float)" : "";
  if (std::isnan(value)) return cast + "(HUGE_VAL - HUGE_VAL)";
  if (std::isinf(value)) return value < 0 ? cast + "(-HUGE_VAL)" : cast + "HUGE_VAL";
  return float_literal(type, inst.bits);
}

std::string ValuePrinter::element(const Inst& inst) {
  return name(inst.operands[0]) + "[" + print(inst.operands[1]) + "]";
}

std::string ValuePrinter::typed(const char* what, const Inst& inst) {
  std::string helper = std::string("tack_") + what + "_" + suffix(inst.type);
  helpers_.insert(helper);
  if (inst.operands[0]->type.is_float()) helpers_.insert("math.h");
  return call(helper, inst);
}

// A function of math.h, which takes and gives doubles: right for floats too, since floor, ceil and
// fabs are exact and a square root rounded twice is the one rounded once.
std::string ValuePrinter::library(const char* function, const Inst& inst) {
  helpers_.insert("math.h");
  return (inst.type.kind == Kind::F32 ? "(float)" : "") + call(function, inst);
}

// The value's bits as unsigned; without a round trip through signed where it is computed in place.
std::string ValuePrinter::bits_of_value(const Inst* value) {
  if (value->type.is_unsigned()) return simple(value);
  if (value->is_const()) {
    return parenthesised(integer(kU32, value->bits));
  }
  if (is_inlined(value)) {
    switch (value->op) {
      case Op::Add:
        return "(" + sum(*value, "+") + ")";
      case Op::Sub:
        return "(" + sum(*value, "-") + ")";
      case Op::Mul:
        return "(" + sum(*value, "*") + ")";
      case Op::Convert:
        if (value->operands[0]->type == kU32) return simple(value->operands[0]);
        if (value->operands[0]->type.is_int() && !is_wide(value->operands[0]->type))
          return "(tack_u32)" + simple(value->operands[0]);
        break;
      default:
        break;
    }
  }
  return "(tack_u32)" + simple(value);
}

std::string ValuePrinter::sum(const Inst& inst, const char* op) {
  std::string left = bits_of_value(inst.operands[0]);
  // A small constant may have 16 bits, and so may a product of two of them.
  if (inst.operands[0]->is_const()) left = "(tack_u32)" + left;
  return left + " " + op + " " + bits_of_value(inst.operands[1]);
}

std::string ValuePrinter::arithmetic(const Inst& inst, const char* op) {
  if (!inst.type.is_float()) {
    std::string text = sum(inst, op);
    return inst.type.is_signed() ? "(tack_i32)(" + text + ")" : text;
  }
  helpers_.insert("math.h");
  return "(" + c_type(inst.type) + ")(" + simple(inst.operands[0]) + " " + op + " " +
         simple(inst.operands[1]) + ")";
}

std::string ValuePrinter::negative(const Inst& inst) {
  return "(" + c_type(inst.type) + ")((tack_u32)0 - " + bits_of_value(inst.operands[0]) + ")";
}

std::string ValuePrinter::shift(const Inst& inst) {
  const Inst* count = inst.operands[1];
  std::string n = count->is_const() ? std::to_string(count->bits & 31)
                                    : "(int)(" + bits_of_value(count) + " & 31U)";
  bool is_signed = inst.type.is_signed();
  if (inst.op == Op::Shr && is_signed) {
    helpers_.insert("tack_shr_i32");
    return "tack_shr_i32(" + print(inst.operands[0]) + ", " + n + ")";
  }
  std::string value = "(tack_u32)" + simple(inst.operands[0]);
  std::string text = value + (inst.op == Op::Shl ? " << " : " >> ") + parenthesised(n);
  return is_signed ? "(tack_i32)(" + text + ")" : text;
}

std::string ValuePrinter::convert(const Inst& inst) {
  const Inst* x = inst.operands[0];
  if (is_wide(x->type)) {  // to 32 bits
    std::string low = words(x).low;
    return inst.type.is_signed() ? "(tack_i32)" + parenthesised(low) : low;
  }
  if (x->type.is_float() && inst.type.is_int()) {
    helpers_.insert("math.h");
    std::string helper = float_to_int(x->type, inst.type);
    helpers_.insert(helper);
    return helper + "(" + print(x) + ")";
  }
  if (inst.type.is_float()) helpers_.insert("math.h");
  return "(" + c_type(inst.type) + ")" + simple(x);
}

// The words of what is left of 64 bits: the patterns around a bitcast of a double.
ValuePrinter::Words ValuePrinter::words(const Inst* value) {
  if (value->is_const()) return {integer(kU32, value->bits), integer(kU32, value->bits >> 32)};
  const Inst* x = value->operands[0];
  switch (value->op) {
    case Op::Bitcast: {
      if (is_wide(x->type)) return words(x);
      helpers_.insert({"math.h", "tack_low_f64", "tack_high_f64"});
      std::string d = print(x);
      return {"tack_low_f64(" + d + ")", "tack_high_f64(" + d + ")"};
    }
    case Op::Convert:
      if (is_wide(x->type)) return words(x);
      if (x->type == kU32) return {simple(x), "0U"};
      // simplify made one conversion of two by way of u32.
      if (x->type.is_bool() || x->type.is_unsigned()) return {"(tack_u32)" + simple(x), "0U"};
      // Of two by way of i32: the high word is all sign.
      if (x->type.is_int()) return {"(tack_u32)" + simple(x), "(tack_u32)-(" + simple(x) + " < 0)"};
      break;
    case Op::Shl:
      if (value->operands[1]->is_const() && value->operands[1]->bits == 32)
        return {"0U", words(x).low};
      break;
    case Op::Shr:
      if (value->operands[1]->is_const() && value->operands[1]->bits == 32 &&
          value->type.is_unsigned())
        return {words(x).high, "0U"};
      break;
    case Op::Or: {
      Words a = words(x), b = words(value->operands[1]);
      auto either = [](const std::string& p, const std::string& q) {
        return p == "0U" ? q : q == "0U" ? p : "(" + p + " | " + q + ")";
      };
      return {either(a.low, b.low), either(a.high, b.high)};
    }
    default:
      break;
  }
  TACK_ICE("64 bits left in C89: " + std::string(info(value->op).text));
}

std::string ValuePrinter::bitcast(const Inst& inst) {
  const Inst* x = inst.operands[0];
  if (x->type.is_int() && inst.type.is_int()) return "(" + c_type(inst.type) + ")" + simple(x);
  helpers_.insert("math.h");
  if (inst.type.kind == Kind::F64) {
    helpers_.insert("tack_join_f64");
    Words w = words(x);
    return "tack_join_f64(" + w.low + ", " + w.high + ")";
  }
  if (inst.type.is_float()) {
    helpers_.insert("tack_float_u32");
    return "tack_float_u32(" + bits_of_value(x) + ")";
  }
  helpers_.insert("tack_bits_f32");
  std::string bits = "tack_bits_f32(" + print(x) + ")";
  return inst.type.is_signed() ? "(tack_i32)" + bits : bits;
}

std::string ValuePrinter::other(const Inst& inst) {
  switch (inst.op) {
    case Op::Fma:
      return typed("fma", inst);
    case Op::Trunc:
      return typed("trunc", inst);
    case Op::Rint:
      return typed("rint", inst);
    case Op::Not:
      return (inst.type.is_bool() ? "!" : "~") + simple(inst.operands[0]);
    default:
      TACK_ICE("C89 has no expression for " + std::string(info(inst.op).text));
  }
}

}  // namespace tack::c89
