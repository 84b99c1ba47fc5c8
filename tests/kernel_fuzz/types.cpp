// SPDX-License-Identifier: Apache-2.0
#include "kernel_fuzz/types.hpp"

#include <algorithm>

namespace tack::kernel_fuzz {

std::optional<Kind> promote(Kind a, Kind b) {
  if (is_float(a) || is_float(b)) return a == Kind::F64 || b == Kind::F64 ? Kind::F64 : Kind::F32;
  int needed = 0;  // bits of a signed type that holds both
  for (Kind k : {a, b}) needed = std::max(needed, ir::bits_of(k) + (is_signed(k) ? 0 : 1));
  bool signs = is_signed(a) || is_signed(b);
  if (!signs) return ir::bits_of(a) >= ir::bits_of(b) ? a : b;
  for (Kind k : {Kind::I8, Kind::I16, Kind::I32, Kind::I64})
    if (ir::bits_of(k) >= needed) return k;
  return std::nullopt;
}

std::string text_of(const Type& type) {
  std::string text = type.strength == Strength::Weak ? "weak" : name_of(type.kind);
  if (type.size) text += "x" + std::to_string(type.size);
  if (type.cols) text += "x" + std::to_string(type.cols);
  return text;
}

std::optional<Type> common(const Type& a, const Type& b) {
  if (a.is_vector() && b.is_vector() && (a.size != b.size || a.cols != b.cols)) return std::nullopt;
  auto kind = promote(a.kind, b.kind);
  if (!kind) return std::nullopt;
  Type out{*kind, Strength::Strong, std::max(a.size, b.size), std::max(a.cols, b.cols)};
  if (a.strength != Strength::Strong && b.strength != Strength::Strong) {
    bool weak = a.strength == Strength::Weak || b.strength == Strength::Weak;
    out.strength = weak ? Strength::Weak : Strength::Literal;
    if (weak) out.kind = Kind::F32;
  }
  return out;
}

}  // namespace tack::kernel_fuzz
