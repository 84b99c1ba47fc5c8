// SPDX-License-Identifier: Apache-2.0
// The types of the kernel language, written down once more: the generator decides with these what
// is well typed, and a kernel that the front end then refuses is a difference between the two.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "ir/ir.hpp"

namespace tack::kernel_fuzz {

using ir::Kind;

// A literal integer has the narrowest type that holds it; a weak float takes the precision of what
// it meets.
enum class Strength : uint8_t { Strong, Literal, Weak };

struct Type {
  Kind kind = Kind::I32;
  Strength strength = Strength::Strong;
  int size = 0;  // components of a vector, rows of a matrix; 0: a number
  int cols = 0;  // columns of a matrix; 0: no matrix

  bool is_vector() const { return size > 0; }  // or a matrix
  bool operator==(const Type&) const = default;
};

inline constexpr Kind kIntegers[] = {Kind::I8,  Kind::U8,  Kind::I16, Kind::U16,
                                     Kind::I32, Kind::U32, Kind::I64, Kind::U64};
inline constexpr Kind kNumbers[] = {Kind::I8,  Kind::U8,  Kind::I16, Kind::U16, Kind::I32,
                                    Kind::U32, Kind::I64, Kind::U64, Kind::F32, Kind::F64};

inline bool is_float(Kind k) { return k == Kind::F32 || k == Kind::F64; }
inline bool is_signed(Kind k) {
  return k == Kind::I8 || k == Kind::I16 || k == Kind::I32 || k == Kind::I64;
}
inline std::string name_of(Kind k) { return ir::kind_name(k); }
std::string text_of(const Type& type);  // "f32", "f32x3", "f32x2x2", "weak"

// The narrowest type that holds the ranges of both; nothing for a signed one beside u64.
std::optional<Kind> promote(Kind a, Kind b);
// The same with strengths: literals stay literals among themselves.
std::optional<Type> common(const Type& a, const Type& b);

}  // namespace tack::kernel_fuzz
