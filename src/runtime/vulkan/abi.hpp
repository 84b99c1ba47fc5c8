// SPDX-License-Identifier: Apache-2.0
// The border between the SPIR-V compiler and the Vulkan launcher: what a device can do (in), how a
// compiled kernel wants its arguments (out). Plain data, so that neither side links the other.
//
// A launch runs in slabs: push constants hold the first index of the slab in each dimension, so
// indices are 64 bits however few groups the device takes at once. Everything else that a kernel
// reads stands in one block of 32-bit words, the argument block:
//
//   Address form: push constants { u32x2 argument block address; u32x2 base[3] }; no descriptors.
//   Binding form: push constants { u32x2 zero;                   u32x2 base[3] }; set 0 has
//                 binding 0 the argument block, binding 1 + k buffer k.
//
// All buffers are storage buffers; 64-bit values take two words, low first.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

namespace tack::vulkan {

// What a device has; the compiler lowers the rest. The defaults are a device with everything.
struct Capabilities {
  bool int8 = true, int16 = true, int64 = true, float64 = true;  // arithmetic
  bool storage8 = true, storage16 = true;  // 8- and 16-bit elements in storage buffers
  bool buffer_addresses = true;
  // VK_KHR_shader_float_controls, for 32 and 64 bits.
  bool keep_denorms32 = true, keep_denorms64 = true;
  bool keep_nan32 = true, keep_nan64 = true;  // signed zeros, infinities and NaNs
  bool round_even32 = true, round_even64 = true;
  // Subnormal numbers are kept: by keep_denorms, or because the driver was seen to.
  bool subnormals32 = true, subnormals64 = true;
  // The driver's own division, square root and fma, trusted to be correctly rounded. Vulkan
  // promises 2.5 ulp for division, so only a device whose results were checked may say so.
  bool exact_div32 = false, exact_div64 = false;
  bool exact_sqrt32 = false, exact_sqrt64 = false;
  bool fused_fma32 = false, fused_fma64 = false;
  uint32_t max_group_size[3] = {128, 128, 64};
  uint32_t max_group_items = 128;
  uint32_t max_groups[3] = {65535, 65535, 65535};

  bool operator==(const Capabilities&) const = default;
};

enum class BufferForm : uint8_t { Address, Binding };

// What stands at a place of the argument block.
struct Argument {
  enum class What : uint8_t {
    Scalar,   // parameter `index`, its bits; one word, two when it has 64 bits
    Extent,   // of dimension `index`: two words
    Length,   // of buffer `index`, in elements: two words
    Address,  // of buffer `index`: two words (Address form)
    Offset,   // of buffer `index`, in steps of its index, to add to each index: one word. From the
              //   (aligned) place that the address or the binding names to element 0
    Items,    // product of the extents: two words
    Block,    // items in a block of a reduction (ir/reduction_order.hpp): two words
  };
  What what = What::Scalar;
  uint32_t index = 0;
  uint32_t word = 0;  // where

  bool operator==(const Argument&) const = default;
};

struct BufferLayout {
  static constexpr uint32_t kNone = UINT32_MAX;
  uint32_t parameter = kNone;  // position among the kernel's parameters; none: partial results
  uint32_t element_bytes = 0;
  uint32_t index_bytes = 0;   // what one step of the code's index is: the element, or a part of it
  uint32_t access_bytes = 0;  // what the address or the binding must be aligned to: 4 where small
                              //   elements are reached through words
  bool is_float = false;
  bool is_written = false;
};

// A reduction's partial results: one element for each of the 64 copies of each block, in a buffer
// of its own after those of the parameters. The launcher folds them in the order of docs/ir.md.
struct ReductionLayout {
  uint8_t op = 0;    // ir::ReduceOp
  uint8_t kind = 0;  // ir::Kind
  uint32_t buffer = 0;
};

struct Layout {
  uint32_t parameters = 0;  // of the kernel
  BufferForm form = BufferForm::Address;
  uint32_t dimensions = 1;
  uint32_t group_size[3] = {64, 1, 1};  // x is the fastest dimension
  std::vector<Argument> arguments;
  uint32_t argument_words = 0;
  std::vector<BufferLayout> buffers;
  // With reductions there is one invocation for each of the 64 copies of each block, whatever the
  // number of dimensions.
  std::vector<ReductionLayout> reductions;
  uint64_t max_elements = UINT64_MAX;  // a longer buffer cannot be indexed by this code
};

struct Program {
  std::vector<uint32_t> words;  // SPIR-V
  std::string entry = "main";
  Layout layout;
};

inline constexpr uint32_t kPushConstantBytes = 32;

}  // namespace tack::vulkan
