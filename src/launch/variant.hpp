// SPDX-License-Identifier: Apache-2.0
// A kernel compiled for one set of argument types, and the plan of its launches.
#pragma once

#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <vector>

#include "compile/python_kernel.hpp"
#include "launch/arguments.hpp"
#include "runtime/tack_rt.h"

namespace tack::launch {

struct Bounds {
  int64_t extent[python::kMaxDimensions], start[python::kMaxDimensions],
      step[python::kMaxDimensions];
  int64_t total = 0;
};

// The bounds of the parallel loop, by their bytecode.
Result<python::LaunchBounds> evaluate_bounds(const python::LaunchCount& count,
                                             const CallArguments& call);

class Variant {
 public:
  explicit Variant(const CallArguments& call);

  // Here, since every launch asks.
  bool matches(const CallArguments& call) const {
    if (!matches_types(call)) return false;
    for (const python::FixedExtent& fixed : fixed_)
      if (call.values[fixed.arg].array->shape[fixed.dim] != fixed.extent) return false;
    return true;
  }
  // The same but for the extents that the code counts on. The objects first: those being equal,
  // there are as many words.
  bool matches_types(const CallArguments& call) const {
    if (static_cast<size_t>(call.object_count) != object_keys_.size()) return false;
    for (size_t k = 0; k < object_keys_.size(); ++k)
      if (object_keys_[k] != call.object_keys[k]) return false;
    for (size_t w = 0; w < key_.size(); ++w)
      if (key_[w] != call.key[w]) return false;
    return debug_ == call.debug;
  }
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

  // False with an error: that of python::evaluate.
  bool evaluate(const CallArguments& call, Bounds& bounds, Error& error) const;
  // The bits below 2^31 that the `small` form promises.
  static bool is_small(const CallArguments& call, const Bounds& bounds) {
    constexpr int64_t kLimit = int64_t(1) << 31;
    return !(call.flags & kWide) && bounds.total < kLimit;
  }
  size_t slot_count() const { return slot_count_; }
  // The argument block of docs/ir.md: parameters, then extents.
  struct Result {
    std::vector<uint64_t> slots;
  };
  void fill_slots(const CallArguments& call, const Bounds& bounds, Result& result,
                  uint64_t* slots) const;

  // Kernels of one item around the launch, on one block of 64-bit slots.
  bool has_result() const { return result_.exists(); }
  bool has_value() const { return result_.has_value(); }
  // The argument block of one of them, and what runs it.
  std::vector<uint64_t> once_slots(const std::vector<python::KernelParam>& params,
                                   const CallArguments& call, Result& result) const;
  const tack_rt_kernel& once_kernel() const { return once_; }
  // Of what the call returns; its bits are in slot 0, a float's those of a double.
  ir::Kind value_kind() const { return result_.kind; }

  // The checks of the code, in debug mode.
  std::span<const python::FaultSite> faults() const { return faults_; }
  std::optional<python::Fault> find_fault(std::span<const int64_t> slots,
                                          const Bounds& bounds) const {
    return python::find_fault(faults_, slots, count_, {bounds.extent, bounds.start, bounds.step});
  }

  // Position of the first read-only array that the kernel may write, or -1.
  int written_read_only(const CallArguments& call) const;
  // Position of the first array that is updated atomically and whose address is not a multiple of
  // its element's size, or -1.
  int misaligned_atomic(const CallArguments& call) const;
  bool has_atomics() const { return !atomic_.empty(); }
  bool prints() const { return prints_; }

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
      Faults,
      Extent,
      Result
    } what;
    uint16_t arg, index;
  };
  Slot slot_of(const python::KernelParam& param) const;
  uint64_t* fill(const Slot& slot, const CallArguments& call, const Bounds& bounds, Result& result,
                 uint64_t* out) const;
  bool evaluate_code(const CallArguments& call, Bounds& bounds, Error& error) const;

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
  python::ResultPlan result_;
  std::vector<uint16_t> written_, atomic_;
  bool prints_ = false;
  std::vector<python::FaultSite> faults_;
  bool debug_;
  std::string name_;
  tack_rt_kernel runtime_{}, once_{};
  tack_rt_profile profile_{};
};

// Code that counts on extents is for arrays of one size. A program that brings ever new sizes gets
// code that takes them as arguments, unless there is none without. `variants` are pointers.
template <class Variants>
bool counts_on_extents(const Variants& variants, const CallArguments& call) {
  constexpr int kMaxSizes = 8;
  int sizes = 0;
  for (const auto& variant : variants) {
    if (!variant->matches_types(call)) continue;
    if (variant->needs_extents()) return true;
    ++sizes;
  }
  return sizes < kMaxSizes;
}

}  // namespace tack::launch
