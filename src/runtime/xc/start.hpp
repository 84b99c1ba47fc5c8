// SPDX-License-Identifier: Apache-2.0
#pragma once

namespace tack::rt {

// Before a program's first launch, once: XC_PAR_THREADS, the instruction set, the report's head.
void start_launches();

}  // namespace tack::rt
