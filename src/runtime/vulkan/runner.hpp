// SPDX-License-Identifier: Apache-2.0
// Runs a compiled kernel on host memory: copies in, launches, waits, copies back.
#pragma once

#include <memory>
#include <span>

#include "runtime/vulkan/device.hpp"

namespace tack::vulkan {

// One parameter's value, in the kernel's order. Buffers may overlap in any way: memory that they
// share on the host they share on the device.
struct HostArgument {
  uint64_t bits = 0;     // a number's bits, in the low end
  void* data = nullptr;  // a buffer's first element, aligned to the element
  uint64_t length = 0;   // in elements
};

// A kernel made ready for a device; holds driver objects, so it must die before the device.
class Executable {
 public:
  static Result<std::unique_ptr<Executable>> make(Device& device, const Program& program);
  ~Executable();
  Executable(const Executable&) = delete;
  Executable& operator=(const Executable&) = delete;

  // reductions[r]: the bits of reduction r's variable, before and then after. Extents are slowest
  // first; one of zero or less runs nothing. One launch at a time.
  Result<void> run(std::span<const HostArgument> arguments, std::span<const int64_t> extents,
                   std::span<uint64_t> reductions = {});

  const Layout& layout() const { return layout_; }
  // Groups at most in each dimension of a dispatch, if fewer than the device takes.
  void limit_groups(uint32_t groups) { most_groups_ = groups; }

 private:
  explicit Executable(Device& device) : device_(device) {}
  struct Launch;

  Device& device_;
  Layout layout_;
  uint32_t most_groups_ = 1u << 20;  // 2^20 * 1024 items fit in 32-bit ids
  VkShaderModule module_ = VK_NULL_HANDLE;
  VkDescriptorSetLayout set_layout_ = VK_NULL_HANDLE;
  VkPipelineLayout pipeline_layout_ = VK_NULL_HANDLE;
  VkPipeline pipeline_ = VK_NULL_HANDLE;
  VkDescriptorPool pool_ = VK_NULL_HANDLE;
  VkDescriptorSet set_ = VK_NULL_HANDLE;
  VkCommandPool command_pool_ = VK_NULL_HANDLE;
  VkCommandBuffer commands_ = VK_NULL_HANDLE;
  VkFence fence_ = VK_NULL_HANDLE;
};

}  // namespace tack::vulkan
