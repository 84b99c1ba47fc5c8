// SPDX-License-Identifier: Apache-2.0
// Debug mode of hosts without one of their own: whether kernels look at indices and divisors.
#pragma once

namespace tack::launch {

// TACK_DEBUG: on unless it is empty, 0, false, no or off.
bool debug_wanted();

// Of the whole process; begins as the environment says.
bool debug_mode();
void set_debug_mode(bool on);

}  // namespace tack::launch
