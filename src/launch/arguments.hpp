// SPDX-License-Identifier: Apache-2.0
// The arguments of one call in the form that every host gives them in: the Python package, the C++
// library, the command. What chooses a kernel's variant is packed into 16 bits an argument, so that
// a launch compares a few words.
#pragma once

#include <cstdint>
#include <vector>

#include "frontend/python/frontend.hpp"
#include "frontend/python/shape.hpp"
#include "ir/type.hpp"

namespace tack::launch {

inline constexpr int kMaxRank = 8;
inline constexpr int kMaxArguments = 255;
inline constexpr int kKeyWords = (kMaxArguments + 3) / 4;
inline constexpr int kMaxObjects = 64;

// ArrayData::descriptor. The low 16 bits are the argument's part of a variant's key.
inline constexpr uint64_t kCodeKind = 0xF;       // ir::Kind
inline constexpr int kCodeRankShift = 4;         // 4 bits
inline constexpr uint64_t kCodeArray = 1u << 8;  // else a scalar
inline constexpr int kCodeElementShift = 9;      // 6 bits: Shape::code of an element
inline constexpr uint64_t kCodeMask = 0xFFFF;
inline constexpr uint64_t kWide = uint64_t(1) << 16;    // 2^31 elements or more
inline constexpr uint64_t kHasF64 = uint64_t(1) << 17;  // scalars of the call become f64
inline constexpr uint64_t kReadOnly = uint64_t(1) << 18;

// A contiguous row-major block of numbers.
struct ArrayData {
  uint64_t descriptor;
  void* data;
  int64_t size;    // numbers: each component of a vector or matrix counts
  int64_t* shape;  // rank() extents of elements, then those of an element: n, or rows and columns

  ir::Kind kind() const { return static_cast<ir::Kind>(descriptor & kCodeKind); }
  int rank() const { return static_cast<int>(descriptor >> kCodeRankShift & 0xF); }
  python::Shape element() const { return element_of(descriptor); }
  static python::Shape element_of(uint64_t descriptor) {
    return python::Shape::from_code(static_cast<uint32_t>(descriptor >> kCodeElementShift & 0x3F));
  }
};

// The descriptor of a writable array.
inline uint64_t describe(ir::Kind kind, int rank, int64_t size, python::Shape element = {}) {
  uint64_t d = static_cast<uint64_t>(kind) | static_cast<uint64_t>(rank) << kCodeRankShift |
               kCodeArray | static_cast<uint64_t>(element.code()) << kCodeElementShift;
  if (size >= int64_t(1) << 31) d |= kWide;
  if (kind == ir::Kind::F64) d |= kHasF64;
  return d;
}

// What a call passes, ready for a launch plan.
struct CallArguments {
  union Value {
    const ArrayData* array;
    uint64_t bits;  // integers: the low 64 bits
    double number;  // floats
  };
  // Uninitialised beyond `count`: a call writes what it reads.
  Value values[kMaxArguments];
  uint64_t key[kKeyWords];  // 16 bits an argument: ArrayData::descriptor's code, or a scalar's kind
  int count;
  uint64_t flags;  // of all descriptors, or'ed: kWide, kHasF64, kReadOnly
  // Objects among the parameters, whose numbers and arrays stand among the values: the structure's
  // id and the parameter in one word.
  int object_count = 0;
  uint64_t object_keys[kMaxObjects];
  const std::shared_ptr<const python::ObjectType>* object_types[kMaxObjects];
  bool debug = false;         // with checks
  int64_t* faults = nullptr;  // what they find: kFaultSlots for each of the variant's

  uint64_t code(int i) const { return key[i >> 2] >> (16 * (i & 3)) & kCodeMask; }
  ir::Kind kind(int i) const { return static_cast<ir::Kind>(code(i) & kCodeKind); }
  bool is_array(int i) const { return (code(i) & kCodeArray) != 0; }
  int key_words() const { return (count + 3) / 4; }

  // How hosts whose arguments come one by one fill it: begin(), an add for each, finish().
  void begin() {
    count = 0;
    flags = 0;
    object_count = 0;
  }
  void add_array(const ArrayData& array) {
    flags |= array.descriptor;
    values[count].array = &array;
    add_code(array.descriptor & kCodeMask);
  }
  // An integer is i32, i64 or u64, whichever is the first to hold it.
  void add_int(int64_t value) {
    values[count].bits = static_cast<uint64_t>(value);
    add_code(static_cast<uint64_t>(value == static_cast<int32_t>(value) ? ir::Kind::I32
                                                                        : ir::Kind::I64));
  }
  void add_uint(uint64_t value) {
    if (value <= INT64_MAX) return add_int(static_cast<int64_t>(value));
    values[count].bits = value;
    add_code(static_cast<uint64_t>(ir::Kind::U64));
  }
  void add_float(double value) {
    values[count].number = value;
    add_code(static_cast<uint64_t>(ir::Kind::F32));
  }
  // Floats are f64 as soon as any array is, also one of an object.
  void finish() {
    if (flags & kHasF64) widen_floats();
  }
  void set_code(int i, uint64_t code) {
    int shift = 16 * (i & 3);
    key[i >> 2] = (key[i >> 2] & ~(kCodeMask << shift)) | code << shift;
  }
  // Once the values of the object, up to `count`, are there.
  void add_object(int parameter, const std::shared_ptr<const python::ObjectType>& type) {
    if ((count & 3) != 0) key[count >> 2] &= (uint64_t(1) << (16 * (count & 3))) - 1;
    object_keys[object_count] = type->id << 8 | static_cast<uint64_t>(parameter);
    object_types[object_count++] = &type;
  }
  std::vector<python::ObjectArgument> objects() const;

  void widen_floats() {
    for (int i = 0; i < count; ++i)
      if (code(i) == static_cast<uint64_t>(ir::Kind::F32))
        set_code(i, static_cast<uint64_t>(ir::Kind::F64));
  }

  void add_code(uint64_t code) {
    if ((count & 3) == 0) key[count >> 2] = 0;
    key[count >> 2] |= code << (16 * (count & 3));
    ++count;
  }
};

// The types a kernel is specialised for: with the arrays' extents, which the code may then count
// on, or without.
std::vector<python::ArgType> argument_types(const CallArguments& call, bool with_extents = true);

}  // namespace tack::launch
