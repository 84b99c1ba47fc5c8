// SPDX-License-Identifier: Apache-2.0
// The device of the tests, and device records with something taken away.
#pragma once

#include <string>
#include <vector>

#include "runtime/vulkan/device.hpp"

namespace tack::test {

// With the validation layer; null (and the reason printed once) when the machine has none.
vulkan::Device* device();

struct Record {
  std::string name;
  vulkan::Capabilities caps;
  vulkan::BufferForm form = vulkan::BufferForm::Address;
};

// Everything, each of Int64, Int8, Int16, 8- and 16-bit storage missing, all missing; by address
// and by binding. The device has what they name.
std::vector<Record> records();

}  // namespace tack::test
