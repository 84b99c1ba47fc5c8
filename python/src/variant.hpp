// SPDX-License-Identifier: Apache-2.0
// A kernel compiled for one set of argument types, and the plan of its launches.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "array.hpp"
#include "compile/python_kernel.hpp"
#include "runtime/tack_rt.h"

namespace tack::py {

inline constexpr int kMaxArguments = 255;
inline constexpr int kKeyWords = (kMaxArguments + 3) / 4;
inline constexpr int kMaxObjects = 64;

// What a call passes, ready for a launch plan.
struct CallArguments {
  union Value {
    const Array* array;
    uint64_t bits;  // integers: the low 64 bits
    double number;  // floats
  };
  // Uninitialised beyond `count`: a call writes what it reads.
  Value values[kMaxArguments];
  uint64_t key[kKeyWords];  // 16 bits an argument: Array::descriptor's code, or a scalar's kind
  int count;
  uint64_t flags;  // of all descriptors, or'ed: kWide, kHasF64, kReadOnly
  // Objects among the parameters, whose numbers and arrays stand among the values: the structure's
  // id and the parameter in one word.
  int object_count = 0;
  uint64_t object_keys[kMaxObjects];
  const std::shared_ptr<const python::ObjectType>* object_types[kMaxObjects];
  bool debug;                 // with checks
  int64_t* faults = nullptr;  // what they find: two slots for each of the variant's

  uint64_t code(int i) const { return key[i >> 2] >> (16 * (i & 3)) & kCodeMask; }
  ir::Kind kind(int i) const { return static_cast<ir::Kind>(code(i) & kCodeKind); }
  bool is_array(int i) const { return (code(i) & kCodeArray) != 0; }
  int key_words() const { return (count + 3) / 4; }

  void set_code(int i, uint64_t code) {
    int shift = 16 * (i & 3);
    key[i >> 2] = (key[i >> 2] & ~(kCodeMask << shift)) | code << shift;
  }
  void add_code(uint64_t code) {
    if ((count & 3) == 0) key[count >> 2] = 0;
    key[count >> 2] |= code << (16 * (count & 3));
    ++count;
  }
  // Once the values of the object, up to `count`, are there.
  void add_object(int parameter, const std::shared_ptr<const python::ObjectType>& type) {
    if ((count & 3) != 0) key[count >> 2] &= (uint64_t(1) << (16 * (count & 3))) - 1;
    object_keys[object_count] = type->id << 8 | static_cast<uint64_t>(parameter);
    object_types[object_count++] = &type;
  }
  std::vector<python::ObjectArgument> objects() const;
};

struct Bounds {
  int64_t extent[3], start[3], step[3];
  int64_t total = 0;
};

class Variant {
 public:
  explicit Variant(const CallArguments& call);

  bool matches(const CallArguments& call) const;
  // The same but for the extents that the code counts on.
  bool matches_types(const CallArguments& call) const;
  bool needs_extents() const { return needs_extents_; }
  // Whether an object of that class is among the arguments.
  bool mentions_class(uint64_t class_id) const;
  const std::vector<uint64_t>& key() const { return key_; }

  // The two forms of the code; those missing are compiled when first needed.
  struct Form {
    tack_rt_entry entry = nullptr;
    std::unique_ptr<compile::PythonKernel> kernel;
  };
  const Form& form(bool small) const { return forms_[small]; }
  // The first form brings the launch plan.
  void add_form(bool small, std::unique_ptr<compile::PythonKernel> kernel, const std::string& name);
  bool has_plan() const { return has_plan_; }

  // False with a RuntimeError's text: the bounds overflow, or divide by zero.
  bool evaluate(const CallArguments& call, Bounds& bounds, std::string& error) const;
  // The bits below 2^31 that the `small` form promises.
  static bool is_small(const CallArguments& call, const Bounds& bounds) {
    constexpr int64_t kLimit = int64_t(1) << 31;
    return !(call.flags & kWide) && bounds.total < kLimit;
  }
  size_t slot_count() const { return slot_count_; }
  // The argument block of docs/ir.md: parameters, then extents.
  void fill_slots(const CallArguments& call, const Bounds& bounds, uint64_t* slots) const;

  // The checks of the code, in debug mode.
  std::span<const python::FaultSite> faults() const { return faults_; }

  // Position of the first read-only array that the kernel may write, or -1.
  int written_read_only(const CallArguments& call) const;

  const tack_rt_kernel& runtime_kernel() const { return runtime_; }

 private:
  // Bounds of the common shape, all range(n) with n a dimension, a scalar or a constant, are read
  // without the bytecode.
  struct Term {
    enum class What : uint8_t { Constant, Scalar, Dim } what;
    uint16_t arg, dim;
    int64_t value;
  };
  struct Slot {
    enum class What : uint8_t {
      Buffer,
      Bits,
      ToF32,
      IntToF32,
      IntToF64,
      Dim,
      Start,
      Step,
      Table,
      Faults
    } what;
    uint16_t arg, index;
  };
  bool evaluate_code(const CallArguments& call, Bounds& bounds, std::string& error) const;

  std::vector<uint64_t> key_;
  std::vector<uint64_t> object_keys_;
  std::vector<python::ObjectArgument> objects_;
  std::vector<python::FixedExtent> fixed_;
  bool needs_extents_ = false;
  Form forms_[2];
  bool has_plan_ = false;
  bool is_simple_ = false;
  uint32_t rank_ = 0;
  Term terms_[3];
  std::vector<Slot> slots_;
  const std::vector<python::LookupTable>* tables_ = nullptr;  // of the form with the plan
  size_t slot_count_ = 0;
  python::LaunchCount count_;
  std::vector<uint16_t> written_;
  std::vector<python::FaultSite> faults_;
  bool debug_;
  std::string name_;
  tack_rt_kernel runtime_{};
  tack_rt_profile profile_{};
};

}  // namespace tack::py
