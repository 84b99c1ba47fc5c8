// SPDX-License-Identifier: Apache-2.0
// The number types of the language: promotion, and literals that take their type from what they
// meet.
#pragma once

#include <cstdint>
#include <optional>

#include "frontend/python/shape.hpp"
#include "ir/type.hpp"

namespace tack::python {

// What is known of an expression's type. Types only grow while they are inferred: unknown, then
// literal, then a type, then a wider type.
struct Ty {
  enum class Form : uint8_t {
    Strong,   // has its type
    Literal,  // integer literals alone: as an operand of a weak one it does not settle it
    Weak,     // literals with a float literal among them: f32, or f64 beside an f64
  };
  ir::Kind kind = ir::Kind::Void;  // Void: unknown (nothing assigned yet, or an error below)
  Form form = Form::Strong;
  Shape shape = {};  // `kind` and `form` are of each component

  bool operator==(const Ty&) const = default;
  bool known() const { return kind != ir::Kind::Void; }
  bool is_int() const { return ir::Type::scalar(kind).is_int(); }
  bool is_float() const { return ir::Type::scalar(kind).is_float(); }
  bool is_weak() const { return form == Form::Weak; }
  bool is_number() const { return shape.is_number(); }
  Ty shaped(Shape s) const { return {kind, form, s}; }
};

inline bool is_int(ir::Kind kind) { return ir::Type::scalar(kind).is_int(); }
inline bool is_float(ir::Kind kind) { return ir::Type::scalar(kind).is_float(); }

// The narrowest type that holds both ranges; nothing for a signed type with u64. Any integer with
// a float is that float.
std::optional<ir::Kind> promote(ir::Kind a, ir::Kind b);

// The same for operands of one operation, by component: the shape is the caller's to find. Unknown
// is neutral.
std::optional<Ty> promote(const Ty& a, const Ty& b);

// The type of a local that is assigned both.
std::optional<Ty> join(const Ty& a, const Ty& b);

// The operands' common type in a function of floats: f64 if one of them is, else f32.
Ty float_of(const Ty& a);

// The narrowest of i32, i64, u64 for an integer literal.
ir::Kind literal_kind(uint64_t bits, bool is_negative);

}  // namespace tack::python
