// SPDX-License-Identifier: Apache-2.0
#include "debug.hpp"

#include "errors.hpp"
#include "launch/debug.hpp"

namespace tack::py {

bool g_debug_mode = launch::debug_wanted();
void set_debug_mode(bool on) { g_debug_mode = on; }

bool check_faults(const std::optional<python::Fault>& fault) {
  if (!fault) return true;
  raise_with_note(class_of(fault->kind), fault->text, fault->note);
  return false;
}

}  // namespace tack::py
