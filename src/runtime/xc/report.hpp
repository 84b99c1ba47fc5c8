// SPDX-License-Identifier: Apache-2.0
// XC_PAR_REPORT: lines about blocks on stderr, each "par: ...".
#pragma once

namespace tack::rt {

// XC_PAR_REPORT is set and not empty.
bool reporting();

// One line, whole, behind what the program printed; nothing unless reporting().
__attribute__((format(printf, 1, 2))) void report(const char* format, ...);

}  // namespace tack::rt
