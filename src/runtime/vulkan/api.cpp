// SPDX-License-Identifier: Apache-2.0
#include "runtime/vulkan/api.hpp"

#include <dlfcn.h>

namespace tack::vulkan {

Result<Api> load_api() {
  static void* library = dlopen("libvulkan.so.1", RTLD_NOW | RTLD_LOCAL);
  if (!library) return Error{"no Vulkan loader on this machine (libvulkan.so.1 does not open)"};
  Api api;
  api.vkGetInstanceProcAddr =
      reinterpret_cast<PFN_vkGetInstanceProcAddr>(dlsym(library, "vkGetInstanceProcAddr"));
  if (!api.vkGetInstanceProcAddr) return Error{"libvulkan.so.1 has no vkGetInstanceProcAddr"};
#define TACK_VULKAN_LOAD(name) \
  api.name = reinterpret_cast<PFN_##name>(api.vkGetInstanceProcAddr(nullptr, #name));
  TACK_VULKAN_GLOBAL(TACK_VULKAN_LOAD)
#undef TACK_VULKAN_LOAD
  if (!api.vkCreateInstance || !api.vkEnumerateInstanceVersion)
    return Error{"the Vulkan loader is older than 1.1"};
  return api;
}

void Api::load_instance(VkInstance instance) {
#define TACK_VULKAN_LOAD(name) \
  name = reinterpret_cast<PFN_##name>(vkGetInstanceProcAddr(instance, #name));
  TACK_VULKAN_INSTANCE(TACK_VULKAN_LOAD)
  TACK_VULKAN_LOAD(vkCreateDebugUtilsMessengerEXT)
  TACK_VULKAN_LOAD(vkDestroyDebugUtilsMessengerEXT)
#undef TACK_VULKAN_LOAD
}

void Api::load_device(VkDevice device) {
#define TACK_VULKAN_LOAD(name) \
  name = reinterpret_cast<PFN_##name>(vkGetDeviceProcAddr(device, #name));
  TACK_VULKAN_DEVICE(TACK_VULKAN_LOAD)
#undef TACK_VULKAN_LOAD
  vkGetBufferDeviceAddress = reinterpret_cast<PFN_vkGetBufferDeviceAddress>(
      vkGetDeviceProcAddr(device, "vkGetBufferDeviceAddress"));
  if (!vkGetBufferDeviceAddress)
    vkGetBufferDeviceAddress = reinterpret_cast<PFN_vkGetBufferDeviceAddress>(
        vkGetDeviceProcAddr(device, "vkGetBufferDeviceAddressKHR"));
}

std::string result_name(VkResult result) {
  switch (result) {
#define TACK_VULKAN_NAME(name) \
  case name:                   \
    return #name;
    TACK_VULKAN_NAME(VK_SUCCESS)
    TACK_VULKAN_NAME(VK_TIMEOUT)
    TACK_VULKAN_NAME(VK_ERROR_OUT_OF_HOST_MEMORY)
    TACK_VULKAN_NAME(VK_ERROR_OUT_OF_DEVICE_MEMORY)
    TACK_VULKAN_NAME(VK_ERROR_INITIALIZATION_FAILED)
    TACK_VULKAN_NAME(VK_ERROR_DEVICE_LOST)
    TACK_VULKAN_NAME(VK_ERROR_MEMORY_MAP_FAILED)
    TACK_VULKAN_NAME(VK_ERROR_LAYER_NOT_PRESENT)
    TACK_VULKAN_NAME(VK_ERROR_EXTENSION_NOT_PRESENT)
    TACK_VULKAN_NAME(VK_ERROR_FEATURE_NOT_PRESENT)
    TACK_VULKAN_NAME(VK_ERROR_INCOMPATIBLE_DRIVER)
    TACK_VULKAN_NAME(VK_ERROR_TOO_MANY_OBJECTS)
    TACK_VULKAN_NAME(VK_ERROR_OUT_OF_POOL_MEMORY)
    TACK_VULKAN_NAME(VK_ERROR_UNKNOWN)
#undef TACK_VULKAN_NAME
    default:
      return "VkResult " + std::to_string(static_cast<int>(result));
  }
}

}  // namespace tack::vulkan
