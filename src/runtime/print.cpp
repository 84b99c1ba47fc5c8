// SPDX-License-Identifier: Apache-2.0
// Where the output of kernels goes: to whoever loaded them.
#include <atomic>

#include "runtime/tack_rt.h"

namespace {

std::atomic<tack_rt_print_sink> g_sink{nullptr};

}  // namespace

extern "C" void tack_rt_set_print_sink(tack_rt_print_sink sink) {
  g_sink.store(sink, std::memory_order_release);
}

extern "C" tack_rt_print_sink tack_rt_get_print_sink(void) {
  return g_sink.load(std::memory_order_acquire);
}

extern "C" void tack_rt_print(const char* format, uint64_t size, const uint64_t* values) {
  tack_rt_print_sink sink = tack_rt_get_print_sink();
  if (!sink) tack_rt_trap("a kernel prints, and nobody said where to");
  sink(format, size, values);
}
