// SPDX-License-Identifier: Apache-2.0
#include "vulkan/records.hpp"

#include <cstdio>
#include <memory>

namespace tack::test {

vulkan::Device* device() {
  static std::unique_ptr<vulkan::Device> one = [] {
    auto opened = vulkan::Device::open({.validation = true, .device = {}});
    if (opened) return std::move(*opened);
    std::printf("no device: %s\n", opened.error().message.c_str());
    return std::unique_ptr<vulkan::Device>();
  }();
  return one.get();
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
