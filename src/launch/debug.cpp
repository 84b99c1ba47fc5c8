// SPDX-License-Identifier: Apache-2.0
#include "launch/debug.hpp"

#include <strings.h>

#include <atomic>
#include <cstdlib>

namespace tack::launch {
namespace {

std::atomic<bool>& mode() {
  static std::atomic<bool> on{debug_wanted()};
  return on;
}

}  // namespace

bool debug_wanted() {
  const char* text = std::getenv("TACK_DEBUG");
  if (!text) return false;
  for (const char* off : {"", "0", "false", "no", "off"})
    if (strcasecmp(text, off) == 0) return false;
  return true;
}

bool debug_mode() { return mode().load(std::memory_order_relaxed); }
void set_debug_mode(bool on) { mode().store(on, std::memory_order_relaxed); }

}  // namespace tack::launch
