// SPDX-License-Identifier: Apache-2.0
// When threads are worth waking, by TACK_CPU_POLICY and TACK_CPU_MARGIN.
#pragma once

#include <cstdint>

namespace tack::rt {

// How much more than the fan-out's cost threads must save. `spread` is the profile's.
double policy_margin(float spread);

// Null, or what is wrong with the two variables (static text).
const char* policy_error();

}  // namespace tack::rt
