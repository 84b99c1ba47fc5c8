// SPDX-License-Identifier: Apache-2.0
// tack.debug(): whether kernels are compiled with checks.
#pragma once

#include <optional>

#include "frontend/python/faults.hpp"
#include "py.hpp"

namespace tack::py {

// Of the whole process; TACK_DEBUG says how it begins. Under the interpreter's lock.
extern bool g_debug_mode;
inline bool debug_mode() { return g_debug_mode; }
void set_debug_mode(bool on);

// Raises what a launch's checks have found; true when that is nothing.
bool check_faults(const std::optional<python::Fault>& fault);

}  // namespace tack::py
