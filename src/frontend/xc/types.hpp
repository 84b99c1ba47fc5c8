// SPDX-License-Identifier: Apache-2.0
// XC's types, interned: two types are the same when their pointers are.
#pragma once

#include <cstdint>
#include <deque>
#include <map>
#include <string>
#include <string_view>
#include <vector>

#include "ir/target.hpp"
#include "ir/type.hpp"

namespace tack::xc {

struct Record;  // struct or class, ast.hpp

enum class TypeKind : uint8_t {
  Error,  // stands for anything: its fault has been reported
  Void,
  U8,
  I8,
  U16,
  I16,
  U32,
  I32,
  U64,
  I64,  // bool is U8
  Float,
  Double,
  Pointer,  // `to` is Void for `pointer`, a Class for an object reference
  Array,
  Struct,
  Class,     // only behind a Pointer
  Function,  // only behind a Pointer
  Block,     // `to` is a Function: a reference to an object that is called
  Weak,      // `to` is a Class: one word that does not keep its object
  Null,      // the literal 0 where a pointer is wanted, of its own only inside the checker
};

struct Type {
  TypeKind kind = TypeKind::Error;
  const Type* to = nullptr;             // Pointer, Array: element. Function: result
  uint64_t count = 0;                   // Array
  Record* record = nullptr;             // Struct, Class
  std::vector<const Type*> parameters;  // Function
  std::vector<const Type*> arguments;   // Class: of a collection, what it holds
  bool variadic = false, throws = false;
  uint32_t word = 0;   // bytes of a pointer or another address, of the target
  uint32_t depth = 0;  // of pointers, arrays and functions around a simple type: bounds recursion

  bool is_error() const { return kind == TypeKind::Error; }
  bool is_void() const { return kind == TypeKind::Void; }
  bool is_int() const { return kind >= TypeKind::U8 && kind <= TypeKind::I64; }
  bool is_float() const { return kind == TypeKind::Float || kind == TypeKind::Double; }
  bool is_number() const { return is_int() || is_float(); }
  bool is_signed() const {
    return is_int() && (static_cast<int>(kind) - static_cast<int>(TypeKind::U8)) % 2 == 1;
  }
  bool is_pointer() const { return kind == TypeKind::Pointer; }
  bool is_array() const { return kind == TypeKind::Array; }
  bool is_struct() const { return kind == TypeKind::Struct; }
  bool is_function() const { return kind == TypeKind::Function; }
  bool is_object() const { return is_pointer() && to->kind == TypeKind::Class; }
  bool is_block() const { return kind == TypeKind::Block; }
  bool is_callback() const;
  // One word that takes part in the counting of an object's references.
  bool is_weak() const { return kind == TypeKind::Weak; }
  bool is_counted() const { return is_object() || is_block() || is_weak(); }
  // A struct or an array with such a word somewhere inside.
  bool holds_counted() const;
  // Copying it and letting it go counts references.
  bool counts() const { return is_counted() || holds_counted(); }
  bool is_scalar() const { return is_number() || is_pointer() || is_block(); }
  bool is_aggregate() const { return is_array() || is_struct(); }
  int bits() const;  // integers and floats
};

class Types {
 public:
  explicit Types(const ir::Target& target = {});

  // What sizes, alignments and the type of `sizeof` follow from.
  const ir::Target& target() const { return target_; }
  // Of sizes in bytes, and of addresses as numbers.
  const Type* size_type() const {
    return integer(target_.pointer_bytes < 4 ? 16 : static_cast<int>(target_.pointer_bytes) * 8,
                   false);
  }
  const Type* of(TypeKind kind) const { return &simple_[static_cast<size_t>(kind)]; }
  const Type* error() const { return of(TypeKind::Error); }
  const Type* void_() const { return of(TypeKind::Void); }
  const Type* u8() const { return of(TypeKind::U8); }
  const Type* integer(int bits, bool is_signed) const;
  const Type* pointer(const Type* to);
  const Type* weak(const Type* to);
  const Type* array(const Type* element, uint64_t count);
  const Type* function(const Type* result, std::vector<const Type*> parameters, bool variadic,
                       bool throws);
  const Type* block(const Type* function);
  const Type* generic(Record* record, std::vector<const Type*> arguments);
  const Type* record(Record* record, bool is_class);
  // The narrowest type that holds a literal's value.
  const Type* literal(__int128 value) const;

 private:
  Type& make(TypeKind kind);

  ir::Target target_;
  Type simple_[static_cast<size_t>(TypeKind::Null) + 1];
  std::deque<Type> made_;
  std::map<const Type*, const Type*> pointers_, blocks_, weaks_;
  std::map<std::pair<const Type*, uint64_t>, const Type*> arrays_;
  std::map<Record*, const Type*> records_;
  std::map<std::pair<Record*, std::vector<const Type*>>, const Type*> generics_;
};

// The value that an integer type has left of this one.
__int128 wrap(__int128 value, const Type* type);
// As the user writes it.
std::string spell(const Type* type);
// The first word that counts in a type that does.
const Type* counted_inside(const Type* type);
// A struct with an array somewhere inside.
bool holds_array(const Type* type);
// A pointer, or a struct or an array with one somewhere inside; no reference that is counted.
bool holds_pointer(const Type* type);
// How many scalars are in it.
uint64_t leaf_count(const Type* type);
uint64_t size_of(const Type* type);
uint64_t align_of(const Type* type);
// The IR type of a scalar.
ir::Type ir_scalar(const Type* type);

}  // namespace tack::xc
