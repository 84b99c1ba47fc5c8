// SPDX-License-Identifier: Apache-2.0
// Types are values of eight bytes, compared by value. Only arrays and structs have a body; it
// stands in the module's table and the type holds its index.
#pragma once

#include <cstdint>
#include <functional>
#include <string>
#include <vector>

namespace tack::ir {

enum class Kind : uint8_t {
  Void,
  I1,  // truth value: 0 or 1
  I8, I16, I32, I64,
  U8, U16, U32, U64,
  F32, F64,
  Ptr,     // opaque address in one address space; arithmetic on it is in bytes
  Buffer,  // a kernel's array parameter: symbolic, indexed by element
  Array,   // a var's aggregate
  Struct,  // a var's aggregate
};
inline constexpr int kKindCount = static_cast<int>(Kind::Struct) + 1;

enum class Space : uint8_t { Global, Private, Workgroup, Host };

struct Type {
  Kind kind = Kind::Void;
  uint8_t sub = 0;     // Ptr: Space; Buffer: element Kind
  uint16_t lanes = 0;  // 0: one value; W: lanes<W,T> (mask<W> when kind is I1), gang code only
  uint32_t id = 0;     // Array, Struct: index into Module::arrays, Module::structs

  constexpr bool operator==(const Type&) const = default;

  static constexpr Type scalar(Kind k) { return {k, 0, 0, 0}; }
  static constexpr Type ptr(Space s = Space::Global) {
    return {Kind::Ptr, static_cast<uint8_t>(s), 0, 0};
  }
  static constexpr Type buffer(Kind element) {
    return {Kind::Buffer, static_cast<uint8_t>(element), 0, 0};
  }
  static constexpr Type mask(uint16_t w) { return {Kind::I1, 0, w, 0}; }

  constexpr Type with_lanes(uint16_t w) const { return {kind, sub, w, id}; }
  constexpr Type element() const { return {kind, sub, 0, id}; }         // lanes<W,T> -> T
  constexpr Kind buffer_element() const { return static_cast<Kind>(sub); }
  constexpr Space space() const { return static_cast<Space>(sub); }

  constexpr bool is_void() const { return kind == Kind::Void; }
  constexpr bool is_lanes() const { return lanes != 0; }
  constexpr bool is_bool() const { return kind == Kind::I1; }       // i1 or mask
  constexpr bool is_mask() const { return kind == Kind::I1 && lanes != 0; }
  // The next five hold for one value and for lanes alike. An integer here has a width: not i1.
  constexpr bool is_signed() const { return kind >= Kind::I8 && kind <= Kind::I64; }
  constexpr bool is_unsigned() const { return kind >= Kind::U8 && kind <= Kind::U64; }
  constexpr bool is_int() const { return is_signed() || is_unsigned(); }
  constexpr bool is_float() const { return kind == Kind::F32 || kind == Kind::F64; }
  constexpr bool is_number() const { return is_int() || is_float(); }
  constexpr bool is_ptr() const { return kind == Kind::Ptr; }
  constexpr bool is_buffer() const { return kind == Kind::Buffer; }
  constexpr bool is_array() const { return kind == Kind::Array; }
  constexpr bool is_struct() const { return kind == Kind::Struct; }
  constexpr bool is_aggregate() const { return is_array() || is_struct(); }
};

inline constexpr Type kVoid = Type::scalar(Kind::Void);
inline constexpr Type kI1 = Type::scalar(Kind::I1);
inline constexpr Type kI8 = Type::scalar(Kind::I8);
inline constexpr Type kI16 = Type::scalar(Kind::I16);
inline constexpr Type kI32 = Type::scalar(Kind::I32);
inline constexpr Type kI64 = Type::scalar(Kind::I64);
inline constexpr Type kU8 = Type::scalar(Kind::U8);
inline constexpr Type kU16 = Type::scalar(Kind::U16);
inline constexpr Type kU32 = Type::scalar(Kind::U32);
inline constexpr Type kU64 = Type::scalar(Kind::U64);
inline constexpr Type kF32 = Type::scalar(Kind::F32);
inline constexpr Type kF64 = Type::scalar(Kind::F64);
inline constexpr Type kPtr = Type::ptr();

// Width in bits of one value: i1 is 1, numbers their own; 0 for everything else (a pointer's width
// is the target's).
int bits_of(Kind kind);
inline int bits_of(Type type) { return bits_of(type.kind); }
// The integer kind of a width (8, 16, 32, 64) and signedness.
Kind int_kind(int bits, bool is_signed);
const char* kind_name(Kind kind);  // "i32", "f64", ...

struct ArrayType {
  Type element;  // number, i1, lanes, pointer, or another aggregate
  uint64_t count = 0;

  bool operator==(const ArrayType&) const = default;
};

struct Field {
  std::string name;
  Type type;
  uint64_t offset = 0;  // bytes

  bool operator==(const Field&) const = default;
};

// Offsets, size and alignment are the front end's: it knows its language's layout and the target's
// cap; no back end computes them again.
struct StructType {
  std::string name;
  std::vector<Field> fields;
  uint64_t size = 0;   // bytes
  uint32_t align = 1;  // bytes
};

}  // namespace tack::ir
