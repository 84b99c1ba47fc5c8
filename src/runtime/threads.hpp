// SPDX-License-Identifier: Apache-2.0
// How many threads a launch may use on this machine.
#pragma once

#include <cstdint>

namespace tack::rt {

inline constexpr int32_t kMaxThreads = 256;

// Processors that affinity and the cgroup's quota leave, at least 1; with `cores`, several hardware
// threads of one core count once.
int32_t usable_processors(bool cores);

}  // namespace tack::rt
