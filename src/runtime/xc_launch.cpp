// SPDX-License-Identifier: Apache-2.0
// What XC programs add to a launch: the thread count of XC_PAR_THREADS and the report of
// XC_PAR_REPORT.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "runtime/tack_rt.h"

namespace {

// -1: not looked at yet.
int g_report = -1;

int64_t now_ns() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<int64_t>(t.tv_sec) * 1000000000 + t.tv_nsec;
}

// All digits and positive; anything else in the variable is ignored.
int32_t positive_number(const char* text) {
  if (!text || !*text) return 0;
  int64_t value = 0;
  for (const char* p = text; *p; ++p) {
    if (*p < '0' || *p > '9') return 0;
    value = value * 10 + (*p - '0');
    if (value > 4096) value = 4096;
  }
  return static_cast<int32_t>(value);
}

// The settings are the user's to mend: no core is dumped.
[[noreturn]] void refuse(const char* what) {
  fflush(stdout);
  fprintf(stderr, "%s\n", what);
  exit(2);
}

void start() {
  if (const char* fault = tack_rt_cpu_isa_fault()) refuse(fault);
  int32_t threads = positive_number(getenv("XC_PAR_THREADS"));
  if (threads > 0) tack_rt_set_threads(threads);
  const char* report = getenv("XC_PAR_REPORT");
  g_report = report && *report;
}

// A grid has at most 2^32 points: its coordinates and the number of a point are u32.
void check_grid(const tack_rt_kernel* kernel, const int64_t* extents, int32_t dims) {
  constexpr int64_t kMost = int64_t{1} << 32;
  int64_t points = 1;
  for (int32_t d = 0; d < dims; ++d) {
    if (extents[d] <= 0) return;  // no points at all
  }
  for (int32_t d = 0; d < dims; ++d) {
    if (points > kMost / extents[d]) {
      static char text[200];
      snprintf(text, sizeof text, "par: %.100s: the grid has more than 2^32 points", kernel->name);
      tack_rt_trap(text);
    }
    points *= extents[d];
  }
}

}  // namespace

extern "C" void tack_rt_xc_device(const char* block, const char* choice) {
  if (g_report < 0) start();
  if (!g_report) return;
  fflush(stdout);
  fprintf(stderr, "par: %s: the program asks for '%s', blocks run on the CPU\n",
          block ? block : "(null)", choice ? choice : "(null)");
}

extern "C" void tack_rt_xc_launch(const tack_rt_kernel* kernel, const void* args,
                                  const int64_t* extents, int32_t dims, void* const* results) {
  if (g_report < 0) start();
  if (dims > 1) check_grid(kernel, extents, dims);
  if (!g_report) {
    tack_rt_launch(kernel, args, extents, dims, results);
    return;
  }
  int64_t begin = now_ns();
  tack_rt_launch(kernel, args, extents, dims, results);
  int64_t microseconds = (now_ns() - begin) / 1000;
  int64_t items = 1;
  for (int32_t d = 0; d < dims; ++d) items *= extents[d] > 0 ? extents[d] : 0;
  fflush(stdout);
  fprintf(stderr, "par: %s: %lld items on the CPU, %d threads, %lld us\n", kernel->name,
          static_cast<long long>(items), tack_rt_threads(), static_cast<long long>(microseconds));
}
