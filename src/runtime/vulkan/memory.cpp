// SPDX-License-Identifier: Apache-2.0
#include "runtime/vulkan/memory.hpp"

#include <algorithm>
#include <cstring>
#include <numeric>
#include <utility>

namespace tack::vulkan {

DeviceBuffer& DeviceBuffer::operator=(DeviceBuffer&& other) noexcept {
  std::swap(device_, other.device_);
  std::swap(buffer_, other.buffer_);
  std::swap(memory_, other.memory_);
  std::swap(bytes_, other.bytes_);
  std::swap(address_, other.address_);
  std::swap(mapped_, other.mapped_);
  return *this;
}

DeviceBuffer::~DeviceBuffer() {
  if (!device_) return;
  const Api& api = device_->api();
  if (buffer_ != VK_NULL_HANDLE) api.vkDestroyBuffer(device_->handle(), buffer_, nullptr);
  if (memory_ != VK_NULL_HANDLE) api.vkFreeMemory(device_->handle(), memory_, nullptr);
}

Result<DeviceBuffer> DeviceBuffer::make(Device& device, uint64_t bytes) {
  const Api& api = device.api();
  bool addresses = device.capabilities().buffer_addresses;
  auto failed = [&](VkResult r) {
    return Error{device.name() + " has no room for a buffer of " + std::to_string(bytes) +
                 " bytes: " + result_name(r)};
  };
  DeviceBuffer out;
  out.device_ = &device;
  out.bytes_ = std::max<uint64_t>((bytes + 3) & ~uint64_t{3}, 4);
  auto info = make_info<VkBufferCreateInfo>(VK_STRUCTURE_TYPE_BUFFER_CREATE_INFO);
  info.size = out.bytes_;
  info.usage = VK_BUFFER_USAGE_STORAGE_BUFFER_BIT;
  if (addresses) info.usage |= VK_BUFFER_USAGE_SHADER_DEVICE_ADDRESS_BIT;
  VkResult r = api.vkCreateBuffer(device.handle(), &info, nullptr, &out.buffer_);
  if (r != VK_SUCCESS) return failed(r);

  VkMemoryRequirements need;
  api.vkGetBufferMemoryRequirements(device.handle(), out.buffer_, &need);
  if (need.size > device.max_allocation())
    return Error{device.name() + " allocates at most " + std::to_string(device.max_allocation()) +
                 " bytes at once, a buffer wants " + std::to_string(need.size)};
  Result<uint32_t> type = device.host_memory_type(need.memoryTypeBits);
  if (!type) return type.error();
  auto flags = make_info<VkMemoryAllocateFlagsInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_FLAGS_INFO);
  flags.flags = VK_MEMORY_ALLOCATE_DEVICE_ADDRESS_BIT;
  auto allocate = make_info<VkMemoryAllocateInfo>(VK_STRUCTURE_TYPE_MEMORY_ALLOCATE_INFO);
  allocate.pNext = addresses ? &flags : nullptr;
  allocate.allocationSize = need.size;
  allocate.memoryTypeIndex = *type;
  r = api.vkAllocateMemory(device.handle(), &allocate, nullptr, &out.memory_);
  if (r == VK_SUCCESS) r = api.vkBindBufferMemory(device.handle(), out.buffer_, out.memory_, 0);
  void* mapped = nullptr;
  if (r == VK_SUCCESS)
    r = api.vkMapMemory(device.handle(), out.memory_, 0, VK_WHOLE_SIZE, 0, &mapped);
  if (r != VK_SUCCESS) return failed(r);
  out.mapped_ = static_cast<unsigned char*>(mapped);
  if (addresses) {
    auto at = make_info<VkBufferDeviceAddressInfo>(VK_STRUCTURE_TYPE_BUFFER_DEVICE_ADDRESS_INFO);
    at.buffer = out.buffer_;
    out.address_ = api.vkGetBufferDeviceAddress(device.handle(), &at);
  }
  return out;
}

Result<std::vector<DeviceBuffer>> place(Device& device, std::span<Placement> ranges) {
  std::vector<size_t> order(ranges.size());
  std::iota(order.begin(), order.end(), size_t{0});
  auto begin = [&](size_t i) { return reinterpret_cast<uintptr_t>(ranges[i].data); };
  std::sort(order.begin(), order.end(), [&](size_t a, size_t b) { return begin(a) < begin(b); });

  std::vector<DeviceBuffer> groups;
  for (size_t i = 0; i < order.size();) {
    uint64_t first = begin(order[i]), end = first + ranges[order[i]].bytes;
    size_t last = i + 1;
    for (; last < order.size() && begin(order[last]) < end; ++last)
      end = std::max(end, begin(order[last]) + ranges[order[last]].bytes);
    uint64_t base = first / kPlacementAlign * kPlacementAlign;
    Result<DeviceBuffer> buffer = DeviceBuffer::make(device, end - base);
    if (!buffer) return buffer.error();
    for (; i < last; ++i) {
      Placement& range = ranges[order[i]];
      range.group = groups.size();
      range.offset = begin(order[i]) - base;
    }
    groups.push_back(std::move(*buffer));
  }
  for (const Placement& range : ranges) {
    if (range.bytes != 0)
      std::memcpy(groups[range.group].mapped() + range.offset, range.data, range.bytes);
  }
  return groups;
}

void copy_back(const std::vector<DeviceBuffer>& groups, std::span<const Placement> ranges) {
  for (const Placement& range : ranges) {
    if (range.is_written && range.bytes != 0)
      std::memcpy(range.data, groups[range.group].mapped() + range.offset, range.bytes);
  }
}

}  // namespace tack::vulkan
