// SPDX-License-Identifier: Apache-2.0
// The driver's functions that we call, found at run time: libvulkan is never linked.
#pragma once

#define VK_NO_PROTOTYPES
#include <vulkan/vulkan_core.h>

#include <string>

#include "support/result.hpp"

namespace tack::vulkan {

#define TACK_VULKAN_GLOBAL(X)           \
  X(vkCreateInstance)                   \
  X(vkEnumerateInstanceVersion)         \
  X(vkEnumerateInstanceLayerProperties) \
  X(vkEnumerateInstanceExtensionProperties)

#define TACK_VULKAN_INSTANCE(X)               \
  X(vkDestroyInstance)                        \
  X(vkEnumeratePhysicalDevices)               \
  X(vkEnumerateDeviceExtensionProperties)     \
  X(vkGetPhysicalDeviceProperties)            \
  X(vkGetPhysicalDeviceProperties2)           \
  X(vkGetPhysicalDeviceFeatures2)             \
  X(vkGetPhysicalDeviceMemoryProperties)      \
  X(vkGetPhysicalDeviceQueueFamilyProperties) \
  X(vkCreateDevice)                           \
  X(vkGetDeviceProcAddr)

#define TACK_VULKAN_DEVICE(X)      \
  X(vkDestroyDevice)               \
  X(vkGetDeviceQueue)              \
  X(vkDeviceWaitIdle)              \
  X(vkCreateBuffer)                \
  X(vkDestroyBuffer)               \
  X(vkGetBufferMemoryRequirements) \
  X(vkAllocateMemory)              \
  X(vkFreeMemory)                  \
  X(vkBindBufferMemory)            \
  X(vkMapMemory)                   \
  X(vkCreateShaderModule)          \
  X(vkDestroyShaderModule)         \
  X(vkCreateDescriptorSetLayout)   \
  X(vkDestroyDescriptorSetLayout)  \
  X(vkCreateDescriptorPool)        \
  X(vkDestroyDescriptorPool)       \
  X(vkAllocateDescriptorSets)      \
  X(vkUpdateDescriptorSets)        \
  X(vkCreatePipelineLayout)        \
  X(vkDestroyPipelineLayout)       \
  X(vkCreateComputePipelines)      \
  X(vkDestroyPipeline)             \
  X(vkCreateCommandPool)           \
  X(vkDestroyCommandPool)          \
  X(vkAllocateCommandBuffers)      \
  X(vkResetCommandPool)            \
  X(vkBeginCommandBuffer)          \
  X(vkEndCommandBuffer)            \
  X(vkCmdBindPipeline)             \
  X(vkCmdBindDescriptorSets)       \
  X(vkCmdPushConstants)            \
  X(vkCmdDispatch)                 \
  X(vkCmdPipelineBarrier)          \
  X(vkCreateFence)                 \
  X(vkDestroyFence)                \
  X(vkResetFences)                 \
  X(vkWaitForFences)               \
  X(vkQueueSubmit)

struct Api {
  PFN_vkGetInstanceProcAddr vkGetInstanceProcAddr = nullptr;
#define TACK_VULKAN_MEMBER(name) PFN_##name name = nullptr;
  TACK_VULKAN_GLOBAL(TACK_VULKAN_MEMBER)
  TACK_VULKAN_INSTANCE(TACK_VULKAN_MEMBER)
  TACK_VULKAN_DEVICE(TACK_VULKAN_MEMBER)
#undef TACK_VULKAN_MEMBER
  // Extensions; null where the device has them not.
  PFN_vkGetBufferDeviceAddress vkGetBufferDeviceAddress = nullptr;
  PFN_vkCreateDebugUtilsMessengerEXT vkCreateDebugUtilsMessengerEXT = nullptr;
  PFN_vkDestroyDebugUtilsMessengerEXT vkDestroyDebugUtilsMessengerEXT = nullptr;

  void load_instance(VkInstance instance);
  void load_device(VkDevice device);
};

// Opens the loader once a process and keeps it: drivers leave threads and handlers behind that do
// not survive dlclose.
Result<Api> load_api();

// A driver structure of that type, all else zero.
template <class T>
T make_info(VkStructureType type) {
  T info = {};
  info.sType = type;
  return info;
}

// "VK_ERROR_OUT_OF_DEVICE_MEMORY", or the number of what we do not know.
std::string result_name(VkResult result);

}  // namespace tack::vulkan
