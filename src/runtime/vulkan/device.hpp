// SPDX-License-Identifier: Apache-2.0
// One Vulkan device with one compute queue, and what it can do.
#pragma once

#include <memory>
#include <mutex>
#include <string>
#include <string_view>
#include <vector>

#include "runtime/vulkan/abi.hpp"
#include "runtime/vulkan/api.hpp"

namespace tack::vulkan {

struct DeviceOptions {
  bool validation = false;  // load VK_LAYER_KHRONOS_validation and keep its messages
  // Its number, or a part of its name; empty: TACK_VULKAN_DEVICE, else discrete before integrated
  // before virtual before CPU.
  std::string device;
};

class Device {
 public:
  // The error names what is missing: loader, driver, layer, or a device of that name.
  static Result<std::unique_ptr<Device>> open(const DeviceOptions& options = {});
  // Every device that can run kernels, in the order of their numbers.
  static Result<std::vector<std::string>> list();
  ~Device();
  Device(const Device&) = delete;
  Device& operator=(const Device&) = delete;

  const std::string& name() const { return name_; }
  const Capabilities& capabilities() const { return capabilities_; }
  const VkPhysicalDeviceLimits& limits() const { return limits_; }
  uint64_t max_allocation() const { return max_allocation_; }

  const Api& api() const { return api_; }
  VkDevice handle() const { return device_; }
  VkQueue queue() const { return queue_; }
  std::mutex& queue_mutex() { return queue_mutex_; }  // held while submitting
  uint32_t queue_family() const { return family_; }
  // A memory type of those in `allowed` that the host can map, cached if there is one.
  Result<uint32_t> host_memory_type(uint32_t allowed) const;

  // What the validation layer has said since the last call.
  std::vector<std::string> take_messages();

 private:
  Device() = default;
  Result<void> create_instance(bool validation);
  Result<void> choose(std::string_view wanted);
  Result<void> create_device();
  static VkBool32 VKAPI_PTR on_message(VkDebugUtilsMessageSeverityFlagBitsEXT severity,
                                       VkDebugUtilsMessageTypeFlagsEXT type,
                                       const VkDebugUtilsMessengerCallbackDataEXT* data,
                                       void* self);

  Api api_;
  VkInstance instance_ = VK_NULL_HANDLE;
  VkDebugUtilsMessengerEXT messenger_ = VK_NULL_HANDLE;
  VkPhysicalDevice physical_ = VK_NULL_HANDLE;
  VkDevice device_ = VK_NULL_HANDLE;
  VkQueue queue_ = VK_NULL_HANDLE;
  uint32_t family_ = 0;
  uint32_t version_ = 0;  // what device and loader both speak
  std::string name_;
  Capabilities capabilities_;
  VkPhysicalDeviceLimits limits_ = {};
  VkPhysicalDeviceMemoryProperties memory_ = {};
  uint64_t max_allocation_ = 0;
  std::mutex queue_mutex_, messages_mutex_;
  std::vector<std::string> messages_;
};

}  // namespace tack::vulkan
