// SPDX-License-Identifier: Apache-2.0
// Device memory that the host can map, and the placing of a launch's host buffers in it.
#pragma once

#include <span>
#include <vector>

#include "runtime/vulkan/device.hpp"

namespace tack::vulkan {

// A storage buffer with its own memory, mapped for its life.
class DeviceBuffer {
 public:
  static Result<DeviceBuffer> make(Device& device, uint64_t bytes);
  DeviceBuffer(DeviceBuffer&& other) noexcept { *this = std::move(other); }
  DeviceBuffer& operator=(DeviceBuffer&& other) noexcept;
  ~DeviceBuffer();

  VkBuffer handle() const { return buffer_; }
  uint64_t bytes() const { return bytes_; }
  uint64_t address() const { return address_; }  // 0 where the device has no addresses
  unsigned char* mapped() const { return mapped_; }

 private:
  DeviceBuffer() = default;

  Device* device_ = nullptr;
  VkBuffer buffer_ = VK_NULL_HANDLE;
  VkDeviceMemory memory_ = VK_NULL_HANDLE;
  uint64_t bytes_ = 0, address_ = 0;
  unsigned char* mapped_ = nullptr;
};

// A range of host memory; where it went: `offset` bytes into device buffer `group`.
struct Placement {
  void* data = nullptr;
  uint64_t bytes = 0;
  bool is_written = false;
  size_t group = 0;
  uint64_t offset = 0;
};

// Puts ranges into device buffers, so that ranges which overlap on the host overlap there by the
// same distance, and copies them in. A range keeps its host address modulo kPlacementAlign.
inline constexpr uint64_t kPlacementAlign =
    256;  // the largest offset alignment a device may ask for
Result<std::vector<DeviceBuffer>> place(Device& device, std::span<Placement> ranges);

// Copies written ranges back.
void copy_back(const std::vector<DeviceBuffer>& groups, std::span<const Placement> ranges);

}  // namespace tack::vulkan
