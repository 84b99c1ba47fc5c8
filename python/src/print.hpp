// SPDX-License-Identifier: Apache-2.0
// Where print() of kernels goes: sys.stdout, by a buffer, since lines come from any thread and
// Python may not be asked from most.
#pragma once

namespace tack::py {

// From now on, all kernels of the process.
void take_prints();
// Under the interpreter's lock. Writes what is there; on a failure of sys.stdout, drops it.
void show_prints();
// The same at the end of a launch. False with the exception that sys.stdout raised, now or before.
bool flush_prints();

}  // namespace tack::py
