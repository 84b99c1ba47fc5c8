// SPDX-License-Identifier: Apache-2.0
#include "vulkan/records.hpp"

#include <cstdio>

// Leaks of drivers and layers are theirs. Read by the leak checker when there is one.
extern "C" const char* __lsan_default_suppressions() {
  return "leak:libvulkan_lvp.so\nleak:libVkLayer_khronos_validation.so\n";
}

namespace tack::test {

// Never closed: a driver that is unloaded leaves memory behind that the leak checker then cannot
// name, and so not excuse.
vulkan::Device* device() {
  static vulkan::Device* one = [] {
    auto opened = vulkan::Device::open({.validation = true, .device = {}});
    if (opened) return opened->release();
    std::printf("no device: %s\n", opened.error().message.c_str());
    return static_cast<vulkan::Device*>(nullptr);
  }();
  return one;
}

std::vector<Record> records() {
  using vulkan::BufferForm;
  vulkan::Capabilities all = device() ? device()->capabilities() : vulkan::Capabilities{};
  auto without = [&](auto... members) {
    vulkan::Capabilities c = all;
    ((c.*members = false), ...);
    return c;
  };
  using C = vulkan::Capabilities;
  vulkan::Capabilities software =
      without(&C::exact_div32, &C::exact_div64, &C::exact_sqrt32, &C::exact_sqrt64, &C::fused_fma32,
              &C::fused_fma64, &C::subnormals32, &C::subnormals64);
  vulkan::Capabilities none = software;
  none.int64 = none.int8 = none.int16 = none.storage8 = none.storage16 = false;
  return {
      {"all", all},
      {"bindings", all, BufferForm::Binding},
      {"no-int64", without(&C::int64)},
      {"no-int8", without(&C::int8)},
      {"no-int16", without(&C::int16)},
      {"no-small-storage", without(&C::storage8, &C::storage16)},
      {"software-floats", software},
      {"none", none},
      {"none-bindings", none, BufferForm::Binding},
  };
}

}  // namespace tack::test
