// SPDX-License-Identifier: Apache-2.0
// The Vulkan device as a way to run programs: one row a device record of tests/vulkan.
#pragma once

#include <vector>

#include "fuzz/executors.hpp"

namespace tack::fuzz {

// Programs are skipped when the machine has no device, or the device not what they need.
void add_vulkan_executors(std::vector<Executor>& rows);

// The interpreter on the raised kernel, of a rich and of a poor device.
void add_raised_executors(std::vector<Executor>& rows);

}  // namespace tack::fuzz
