// SPDX-License-Identifier: Apache-2.0
#include "runtime/vulkan/device.hpp"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace tack::vulkan {
namespace {

constexpr const char* kValidationLayer = "VK_LAYER_KHRONOS_validation";

// Lower is better.
int rank(VkPhysicalDeviceType type) {
  switch (type) {
    case VK_PHYSICAL_DEVICE_TYPE_DISCRETE_GPU:
      return 0;
    case VK_PHYSICAL_DEVICE_TYPE_INTEGRATED_GPU:
      return 1;
    case VK_PHYSICAL_DEVICE_TYPE_VIRTUAL_GPU:
      return 2;
    case VK_PHYSICAL_DEVICE_TYPE_CPU:
      return 3;
    default:
      return 4;
  }
}

// Links structures through pNext.
struct Chain {
  void* head = nullptr;
  template <class T>
  void add(T& next) {
    next.pNext = head;
    head = &next;
  }
};

// What we ask of a device, and what we then enable.
struct Features {
  VkPhysicalDeviceFeatures2 base =
      make_info<VkPhysicalDeviceFeatures2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FEATURES_2);
  VkPhysicalDevice16BitStorageFeatures storage16 = make_info<VkPhysicalDevice16BitStorageFeatures>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_16BIT_STORAGE_FEATURES);
  VkPhysicalDevice8BitStorageFeatures storage8 = make_info<VkPhysicalDevice8BitStorageFeatures>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_8BIT_STORAGE_FEATURES);
  VkPhysicalDeviceShaderFloat16Int8Features int8 =
      make_info<VkPhysicalDeviceShaderFloat16Int8Features>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_SHADER_FLOAT16_INT8_FEATURES);
  VkPhysicalDeviceBufferDeviceAddressFeatures address =
      make_info<VkPhysicalDeviceBufferDeviceAddressFeatures>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_BUFFER_DEVICE_ADDRESS_FEATURES);
  // Extensions that give the structures above before Vulkan 1.2.
  bool has_storage8 = false, has_int8 = false, has_address = false, has_controls = false;
  std::vector<const char*> extensions;

  void find(const Api& api, VkPhysicalDevice device, uint32_t version) {
    uint32_t count = 0;
    api.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, nullptr);
    std::vector<VkExtensionProperties> all(count);
    api.vkEnumerateDeviceExtensionProperties(device, nullptr, &count, all.data());
    auto has = [&](const char* name) {
      if (version >= VK_API_VERSION_1_2) return true;
      bool found = std::any_of(all.begin(), all.end(), [&](const VkExtensionProperties& e) {
        return std::strcmp(e.extensionName, name) == 0;
      });
      if (found) extensions.push_back(name);
      return found;
    };
    has_storage8 = has(VK_KHR_8BIT_STORAGE_EXTENSION_NAME);
    has_int8 = has(VK_KHR_SHADER_FLOAT16_INT8_EXTENSION_NAME);
    has_address = has(VK_KHR_BUFFER_DEVICE_ADDRESS_EXTENSION_NAME);
    has_controls = has(VK_KHR_SHADER_FLOAT_CONTROLS_EXTENSION_NAME);
    link();
    api.vkGetPhysicalDeviceFeatures2(device, &base);
  }

  void link() {
    Chain chain;
    chain.add(storage16);
    if (has_storage8) chain.add(storage8);
    if (has_int8) chain.add(int8);
    if (has_address) chain.add(address);
    base.pNext = chain.head;
  }

  // Leaves on what the compiler may use, and nothing else.
  void keep_wanted() {
    VkPhysicalDeviceFeatures wanted = {};
    wanted.shaderInt64 = base.features.shaderInt64;
    wanted.shaderInt16 = base.features.shaderInt16;
    wanted.shaderFloat64 = base.features.shaderFloat64;
    base.features = wanted;
    storage16.uniformAndStorageBuffer16BitAccess = storage16.storagePushConstant16 = 0;
    storage16.storageInputOutput16 = 0;
    storage8.uniformAndStorageBuffer8BitAccess = storage8.storagePushConstant8 = 0;
    int8.shaderFloat16 = 0;
    address.bufferDeviceAddressCaptureReplay = address.bufferDeviceAddressMultiDevice = 0;
  }
};

// Drivers whose float division, square root, fma and subnormals were compared with the exact
// results, by tests/vulkan: no promise of theirs, so what is not here is computed in integers.
struct Checked {
  VkDriverId driver;
  bool div32, div64, sqrt32, sqrt64, fma32, fma64, subnormals;
};
constexpr Checked kChecked[] = {
    // Mesa 22.3 on x86-64: the processor's own; fma is a multiplication and an addition.
    {VK_DRIVER_ID_MESA_LLVMPIPE, true, true, true, true, false, false, true},
};

std::string no_driver(VkResult result) {
  return "no Vulkan driver on this machine (" + result_name(result) + ")";
}

}  // namespace

VkBool32 VKAPI_PTR Device::on_message(VkDebugUtilsMessageSeverityFlagBitsEXT,
                                      VkDebugUtilsMessageTypeFlagsEXT,
                                      const VkDebugUtilsMessengerCallbackDataEXT* data,
                                      void* self) {
  auto* device = static_cast<Device*>(self);
  std::lock_guard lock(device->messages_mutex_);
  device->messages_.emplace_back(data->pMessage);
  return VK_FALSE;
}

std::vector<std::string> Device::take_messages() {
  std::lock_guard lock(messages_mutex_);
  return std::exchange(messages_, {});
}

Result<void> Device::create_instance(bool validation) {
  Result<Api> api = load_api();
  if (!api) return api.error();
  api_ = *api;
  uint32_t loader_version = 0;
  api_.vkEnumerateInstanceVersion(&loader_version);
  if (loader_version < VK_API_VERSION_1_1) return Error{"the Vulkan loader is older than 1.1"};
  version_ = std::min<uint32_t>(loader_version, VK_API_VERSION_1_3);

  VkApplicationInfo application = make_info<VkApplicationInfo>(VK_STRUCTURE_TYPE_APPLICATION_INFO);
  application.pApplicationName = application.pEngineName = "tack";
  application.apiVersion = version_;
  VkDebugUtilsMessengerCreateInfoEXT messages = make_info<VkDebugUtilsMessengerCreateInfoEXT>(
      VK_STRUCTURE_TYPE_DEBUG_UTILS_MESSENGER_CREATE_INFO_EXT);
  messages.messageSeverity = VK_DEBUG_UTILS_MESSAGE_SEVERITY_WARNING_BIT_EXT |
                             VK_DEBUG_UTILS_MESSAGE_SEVERITY_ERROR_BIT_EXT;
  messages.messageType = VK_DEBUG_UTILS_MESSAGE_TYPE_VALIDATION_BIT_EXT;
  messages.pfnUserCallback = on_message;
  messages.pUserData = this;
  VkInstanceCreateInfo info =
      make_info<VkInstanceCreateInfo>(VK_STRUCTURE_TYPE_INSTANCE_CREATE_INFO);
  info.pApplicationInfo = &application;
  const char* extension = VK_EXT_DEBUG_UTILS_EXTENSION_NAME;
  if (validation) {
    uint32_t count = 0;
    api_.vkEnumerateInstanceLayerProperties(&count, nullptr);
    std::vector<VkLayerProperties> layers(count);
    api_.vkEnumerateInstanceLayerProperties(&count, layers.data());
    bool found = std::any_of(layers.begin(), layers.end(), [](const VkLayerProperties& l) {
      return std::strcmp(l.layerName, kValidationLayer) == 0;
    });
    if (!found) return Error{std::string(kValidationLayer) + " is not installed"};
    info.pNext = &messages;
    info.ppEnabledLayerNames = &kValidationLayer;
    info.enabledLayerCount = 1;
    info.ppEnabledExtensionNames = &extension;
    info.enabledExtensionCount = 1;
  }
  VkResult result = api_.vkCreateInstance(&info, nullptr, &instance_);
  if (result != VK_SUCCESS) {
    instance_ = VK_NULL_HANDLE;
    return Error{no_driver(result)};
  }
  api_.load_instance(instance_);
  if (validation && api_.vkCreateDebugUtilsMessengerEXT)
    api_.vkCreateDebugUtilsMessengerEXT(instance_, &messages, nullptr, &messenger_);
  return {};
}

Result<void> Device::choose(std::string_view wanted) {
  uint32_t count = 0;
  VkResult result = api_.vkEnumeratePhysicalDevices(instance_, &count, nullptr);
  if (result != VK_SUCCESS) return Error{no_driver(result)};
  std::vector<VkPhysicalDevice> all(count);
  api_.vkEnumeratePhysicalDevices(instance_, &count, all.data());
  if (all.empty()) return Error{"no Vulkan device on this machine"};

  std::string known;
  int best = 100;
  for (uint32_t i = 0; i < count; ++i) {
    VkPhysicalDeviceProperties p;
    api_.vkGetPhysicalDeviceProperties(all[i], &p);
    known += (known.empty() ? "" : ", ") + std::to_string(i) + " " + p.deviceName;
    if (p.apiVersion < VK_API_VERSION_1_1) continue;
    bool match = wanted.empty() || wanted == std::to_string(i) ||
                 std::string_view(p.deviceName).find(wanted) != std::string_view::npos;
    if (!match || rank(p.deviceType) >= best) continue;
    best = rank(p.deviceType);
    physical_ = all[i];
  }
  if (physical_ == VK_NULL_HANDLE) {
    if (wanted.empty()) return Error{"no device of Vulkan 1.1 or newer; there is " + known};
    return Error{"no Vulkan device '" + std::string(wanted) + "'; there is " + known};
  }
  return {};
}

Result<void> Device::create_device() {
  Features features;
  VkPhysicalDeviceFloatControlsProperties controls =
      make_info<VkPhysicalDeviceFloatControlsProperties>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_FLOAT_CONTROLS_PROPERTIES);
  VkPhysicalDeviceMaintenance3Properties maintenance =
      make_info<VkPhysicalDeviceMaintenance3Properties>(
          VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_MAINTENANCE_3_PROPERTIES);
  VkPhysicalDeviceProperties2 properties =
      make_info<VkPhysicalDeviceProperties2>(VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_PROPERTIES_2);
  auto driver = make_info<VkPhysicalDeviceDriverProperties>(
      VK_STRUCTURE_TYPE_PHYSICAL_DEVICE_DRIVER_PROPERTIES);
  VkPhysicalDeviceProperties plain;
  api_.vkGetPhysicalDeviceProperties(physical_, &plain);
  version_ = std::min(version_, plain.apiVersion);
  features.find(api_, physical_, version_);
  Chain chain;
  chain.add(maintenance);
  if (features.has_controls) chain.add(controls);
  if (version_ >= VK_API_VERSION_1_2) chain.add(driver);
  properties.pNext = chain.head;
  api_.vkGetPhysicalDeviceProperties2(physical_, &properties);
  api_.vkGetPhysicalDeviceMemoryProperties(physical_, &memory_);
  name_ = plain.deviceName;
  limits_ = plain.limits;
  max_allocation_ = maintenance.maxMemoryAllocationSize;

  Capabilities& c = capabilities_;
  c.int8 = features.has_int8 && features.int8.shaderInt8;
  c.int16 = features.base.features.shaderInt16;
  c.int64 = features.base.features.shaderInt64;
  c.float64 = features.base.features.shaderFloat64;
  c.storage8 = features.has_storage8 && features.storage8.storageBuffer8BitAccess;
  c.storage16 = features.storage16.storageBuffer16BitAccess;
  c.buffer_addresses = features.has_address && features.address.bufferDeviceAddress;
  c.keep_denorms32 = controls.shaderDenormPreserveFloat32;
  c.keep_denorms64 = controls.shaderDenormPreserveFloat64;
  c.keep_nan32 = controls.shaderSignedZeroInfNanPreserveFloat32;
  c.keep_nan64 = controls.shaderSignedZeroInfNanPreserveFloat64;
  c.round_even32 = controls.shaderRoundingModeRTEFloat32;
  c.round_even64 = controls.shaderRoundingModeRTEFloat64;
  c.subnormals32 = c.keep_denorms32;
  c.subnormals64 = c.keep_denorms64;
  for (const Checked& row : kChecked) {
    if (version_ < VK_API_VERSION_1_2 || row.driver != driver.driverID) continue;
    c.exact_div32 = row.div32, c.exact_div64 = row.div64;
    c.exact_sqrt32 = row.sqrt32, c.exact_sqrt64 = row.sqrt64;
    c.fused_fma32 = row.fma32, c.fused_fma64 = row.fma64;
    c.subnormals32 |= row.subnormals, c.subnormals64 |= row.subnormals;
  }
  for (int i = 0; i < 3; ++i) {
    c.max_group_size[i] = limits_.maxComputeWorkGroupSize[i];
    c.max_groups[i] = limits_.maxComputeWorkGroupCount[i];
  }
  c.max_group_items = limits_.maxComputeWorkGroupInvocations;

  uint32_t count = 0;
  api_.vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, nullptr);
  std::vector<VkQueueFamilyProperties> families(count);
  api_.vkGetPhysicalDeviceQueueFamilyProperties(physical_, &count, families.data());
  auto family = std::find_if(families.begin(), families.end(), [](const auto& f) {
    return (f.queueFlags & VK_QUEUE_COMPUTE_BIT) != 0;
  });
  if (family == families.end()) return Error{name_ + " has no compute queue"};
  family_ = static_cast<uint32_t>(family - families.begin());

  features.keep_wanted();
  float priority = 1;
  VkDeviceQueueCreateInfo queue =
      make_info<VkDeviceQueueCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_QUEUE_CREATE_INFO);
  queue.queueFamilyIndex = family_;
  queue.queueCount = 1;
  queue.pQueuePriorities = &priority;
  VkDeviceCreateInfo info = make_info<VkDeviceCreateInfo>(VK_STRUCTURE_TYPE_DEVICE_CREATE_INFO);
  info.pNext = &features.base;
  info.queueCreateInfoCount = 1;
  info.pQueueCreateInfos = &queue;
  info.enabledExtensionCount = static_cast<uint32_t>(features.extensions.size());
  info.ppEnabledExtensionNames = features.extensions.data();
  VkResult result = api_.vkCreateDevice(physical_, &info, nullptr, &device_);
  if (result != VK_SUCCESS) {
    device_ = VK_NULL_HANDLE;
    return Error{name_ + " does not open: " + result_name(result)};
  }
  api_.load_device(device_);
  if (!api_.vkGetBufferDeviceAddress) c.buffer_addresses = false;
  api_.vkGetDeviceQueue(device_, family_, 0, &queue_);
  return {};
}

Result<std::unique_ptr<Device>> Device::open(const DeviceOptions& options) {
  std::string wanted = options.device;
  if (const char* asked = std::getenv("TACK_VULKAN_DEVICE"); wanted.empty() && asked)
    wanted = asked;
  std::unique_ptr<Device> device(new Device);
  if (Result<void> r = device->create_instance(options.validation); !r) return r.error();
  if (Result<void> r = device->choose(wanted); !r) return r.error();
  if (Result<void> r = device->create_device(); !r) return r.error();
  return device;
}

Result<std::vector<std::string>> Device::list() {
  Device device;
  if (Result<void> r = device.create_instance(false); !r) return r.error();
  uint32_t count = 0;
  VkResult result = device.api_.vkEnumeratePhysicalDevices(device.instance_, &count, nullptr);
  if (result != VK_SUCCESS) return Error{no_driver(result)};
  std::vector<VkPhysicalDevice> all(count);
  device.api_.vkEnumeratePhysicalDevices(device.instance_, &count, all.data());
  std::vector<std::string> names;
  for (VkPhysicalDevice physical : all) {
    VkPhysicalDeviceProperties p;
    device.api_.vkGetPhysicalDeviceProperties(physical, &p);
    names.emplace_back(p.deviceName);
  }
  return names;
}

Result<uint32_t> Device::host_memory_type(uint32_t allowed) const {
  constexpr VkMemoryPropertyFlags kNeed =
      VK_MEMORY_PROPERTY_HOST_VISIBLE_BIT | VK_MEMORY_PROPERTY_HOST_COHERENT_BIT;
  // Results are read by the host: uncached reads cost 50 times as much.
  for (VkMemoryPropertyFlags want : {kNeed | VK_MEMORY_PROPERTY_HOST_CACHED_BIT, kNeed + 0u}) {
    for (uint32_t i = 0; i < memory_.memoryTypeCount; ++i) {
      if ((allowed >> i & 1) != 0 && (memory_.memoryTypes[i].propertyFlags & want) == want)
        return i;
    }
  }
  return Error{name_ + " has no memory that the host can map"};
}

Device::~Device() {
  if (device_ != VK_NULL_HANDLE) {
    api_.vkDeviceWaitIdle(device_);
    api_.vkDestroyDevice(device_, nullptr);
  }
  if (messenger_ != VK_NULL_HANDLE)
    api_.vkDestroyDebugUtilsMessengerEXT(instance_, messenger_, nullptr);
  if (instance_ != VK_NULL_HANDLE) api_.vkDestroyInstance(instance_, nullptr);
}

}  // namespace tack::vulkan
