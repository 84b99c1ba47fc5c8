// SPDX-License-Identifier: Apache-2.0
// A kernel that has been raised to one invocation's code: an ordinary function whose parameters the
// emitter takes from these places.
#pragma once

#include <vector>

#include "ir/type.hpp"
#include "runtime/vulkan/abi.hpp"

namespace tack::spirv {

struct ParameterSource {
  enum class From : uint8_t {
    Argument,  // words of the argument block from `at`
    Buffer,    // buffer `at`; its address or offset stand in the layout
    GlobalId,  // component `at` of the invocation id, u32
    Base,      // component `at` of the slab's first index: two words
    BaseLow,   // the same, halves, u32
    BaseHigh,
  };
  From from = From::Argument;
  uint32_t at = 0;
};

// Are elements of this kind reached through the 32-bit word around them?
inline bool through_words(const vulkan::Capabilities& caps, ir::Kind element) {
  int bits = ir::bits_of(element);
  return (bits == 8 && !(caps.int8 && caps.storage8)) ||
         (bits == 16 && !(caps.int16 && caps.storage16));
}

struct Entry {
  std::vector<ParameterSource> sources;  // one for each parameter of the raised function
  vulkan::Layout layout;
};

}  // namespace tack::spirv
