// SPDX-License-Identifier: Apache-2.0
#include "backend/c89/host_value.hpp"

#include <bit>
#include <cmath>

#include "backend/c89/host_types.hpp"
#include "support/ice.hpp"

namespace tack::c89 {

using namespace ir;

std::string HostValues::helper(const std::string& what, Type type) {
  std::string name = "tack_" + what + "_" + host_suffix(type);
  helpers_.insert(name);
  return name;
}

std::string HostValues::integer(Type type, uint64_t bits) const { return host_integer(type, bits); }

// NaN and infinity have no literal, so they come from their bits.
std::string HostValues::constant(const Inst& inst) {
  if (!inst.type.is_float()) return host_integer(inst.type, inst.bits);
  bool single = inst.type.kind == Kind::F32;
  double value = single ? std::bit_cast<float>(static_cast<uint32_t>(inst.bits))
                        : std::bit_cast<double>(inst.bits);
  if (!std::isfinite(value))
    return helper("from_bits", inst.type) + "(" + host_integer(single ? kU32 : kU64, inst.bits) +
           ")";
  return float_literal(inst.type, inst.bits);
}

std::string HostValues::typed(const char* what, const Inst& inst) {
  return call(helper(what, inst.type), inst);
}

// Of doubles, and right for floats too: but for fma these are exact, or a square root, which
// rounded twice is the one rounded once.
std::string HostValues::library(const char* function, const Inst& inst) {
  library_.insert(function);
  return (inst.type.kind == Kind::F32 ? "(float)" : "") + call(function, inst);
}

// Floats are rounded by a cast, since C may compute wider; integers wrap as unsigned ones.
std::string HostValues::arithmetic(const Inst& inst, const char* op) {
  std::string type = host_type(inst.type);
  std::string left = simple(inst.operands[0]), right = simple(inst.operands[1]);
  std::string middle = std::string(" ") + op + " ";
  if (inst.type.is_float()) return "(" + type + ")(" + left + middle + right + ")";
  std::string wide = host_unsigned(inst.type);
  if (wide == type) return left + middle + right;
  return "(" + type + ")((" + wide + ")" + left + middle + "(" + wide + ")" + right + ")";
}

std::string HostValues::negative(const Inst& inst) {
  return "(" + host_type(inst.type) + ")(0 - (" + host_unsigned(inst.type) + ")" +
         simple(inst.operands[0]) + ")";
}

std::string HostValues::shift(const Inst& inst) {
  const Inst* count = inst.operands[1];
  int bits = bits_of(inst.type);
  std::string most = std::to_string(bits - 1);
  std::string n = count->is_const() ? std::to_string(count->bits & static_cast<uint64_t>(bits - 1))
                                    : "(" + simple(count) + " & " + most + ")";
  if (inst.op == Op::Shr) return simple(inst.operands[0]) + " >> " + n;
  return "(" + host_type(inst.type) + ")((" + host_unsigned(inst.type) + ")" +
         simple(inst.operands[0]) + " << " + n + ")";
}

std::string HostValues::convert(const Inst& inst) {
  const Inst* x = inst.operands[0];
  if (x->is_const() && x->type.is_int() && inst.type.is_int()) {
    int shift = 64 - bits_of(x->type);
    uint64_t high = x->bits << shift;
    return host_integer(inst.type, x->type.is_signed()
                                       ? static_cast<uint64_t>(static_cast<int64_t>(high) >> shift)
                                       : high >> shift);
  }
  if (x->type.is_float() && inst.type.is_int())
    return helper(host_suffix(x->type) + "_to", inst.type) + "(" + print(x) + ")";
  return "(" + host_type(inst.type) + ")" + simple(x);
}

std::string HostValues::bitcast(const Inst& inst) {
  const Inst* x = inst.operands[0];
  if (x->type == inst.type || (x->type.is_ptr() && inst.type.is_ptr())) return print(x);
  if (!x->type.is_float() && !inst.type.is_float())
    return "(" + host_type(inst.type) + ")" + simple(x);
  if (inst.type.is_float()) return helper("from_bits", inst.type) + "(" + print(x) + ")";
  return "(" + host_type(inst.type) + ")" + helper("bits", x->type) + "(" + print(x) + ")";
}

// A function has no object pointer in C: its address goes by way of a number.
std::string HostValues::address(const Inst& inst) {
  if (inst.callee) return "(void *)(tack_u64)" + symbol_(inst);
  if (inst.global) return "(void *)&" + symbol_(inst);
  return "(void *)&" + name(inst.operands[0]);
}

std::string HostValues::other(const Inst& inst) {
  switch (inst.op) {
    case Op::Fma:
      return library(inst.type.kind == Kind::F32 ? "fmaf" : "fma", inst);
    case Op::Trunc:
      return library("trunc", inst);
    case Op::Rint:
      return library("rint", inst);
    case Op::Not:
      if (inst.type.is_bool()) return "!" + simple(inst.operands[0]);
      return "(" + host_type(inst.type) + ")~" + simple(inst.operands[0]);
    case Op::AddrOf:
      return address(inst);
    case Op::PtrAdd:
      return "TACK_AT(" + print(inst.operands[0]) + ", " + print(inst.operands[1]) + ")";
    case Op::ResultOf:
      return name(inst.operands[0]) + ".r" + std::to_string(inst.bits);
    default:
      TACK_ICE("C programs have no expression for " + std::string(info(inst.op).text));
  }
}

}  // namespace tack::c89
