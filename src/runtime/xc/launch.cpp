// SPDX-License-Identifier: Apache-2.0
// A run of a par block, on the device that is chosen.
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "runtime/xc/block.hpp"
#include "runtime/xc/device.hpp"
#include "runtime/xc/explain.hpp"
#include "runtime/xc/report.hpp"
#include "runtime/xc/start.hpp"
#include "runtime/xc/xc_rt.h"

namespace tack::rt {
namespace {

int64_t now_us() {
  timespec t;
  clock_gettime(CLOCK_MONOTONIC, &t);
  return static_cast<int64_t>(t.tv_sec) * 1000000 + t.tv_nsec / 1000;
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
  report("hardware key %08x [%s; %s]", hardware_key(), gpu() ? gpu()->identity : "",
         cpu_identity());
}

int64_t count_items(const Launch& launch) {
  int64_t items = 1;
  for (int32_t d = 0; d < launch.dims; ++d) {
    if (launch.extents[d] <= 0) return 0;
    items *= launch.extents[d];
  }
  return items;
}

// A grid has at most 2^32 points: its coordinates and the number of a point are u32.
void check_grid(const Launch& launch) {
  constexpr int64_t kMost = int64_t{1} << 32;
  int64_t points = 1;
  for (int32_t d = 0; d < launch.dims; ++d) {
    if (launch.extents[d] <= 0) return;  // no points at all
  }
  for (int32_t d = 0; d < launch.dims; ++d) {
    if (points > kMost / launch.extents[d]) {
      static char text[200];
      snprintf(text, sizeof text, "par: %.100s: the grid has more than 2^32 points",
               launch.kernel->name);
      tack_rt_trap(text);
    }
    points *= launch.extents[d];
  }
}

int64_t run_on_cpu(const Launch& launch, int64_t items) {
  int64_t begin = now_us();
  tack_rt_launch(launch.kernel, launch.args, launch.extents, launch.dims, launch.results);
  int64_t us = now_us() - begin;
  report("%s: %lld items on the CPU, %d threads, %lld us", launch.kernel->name,
         static_cast<long long>(items), tack_rt_threads(), static_cast<long long>(us));
  return us;
}

// -1: the device gave it back.
int64_t run_on_gpu(const Launch& launch, int64_t items) {
  int64_t begin = now_us(), gpu_us = -1;
  if (!gpu()->run(launch, &gpu_us)) return -1;
  int64_t us = now_us() - begin;
  char inside[40] = "";
  if (gpu_us >= 0)
    snprintf(inside, sizeof inside, "%lld us of GPU time, ", static_cast<long long>(gpu_us));
  report("%s: %lld items on the GPU, %s%lld us in all", launch.kernel->name,
         static_cast<long long>(items), inside, static_cast<long long>(us));
  return us;
}

// Where there is a second device, or somebody wants to know.
void run_with_choice(const Launch& launch) {
  int64_t items = count_items(launch);
  const char* why_not =
      gpu() ? gpu()->why_not(launch.kernel) : "there is no GPU that this build can use";
  lock_blocks();
  Block* block = block_of(launch.kernel);
  if (block && block->gpu_failed) why_not = "the GPU gave the block back";
  bool able = block && !why_not;
  Measurement unused;
  Decision decision{Device::Cpu, Why::Learned};
  if (block)
    decision = decide(wishes_for(*block), block->bounds, able ? block->measurement : unused, items);
  if (!able || decision.device == Device::Cpu) explain_cpu(block, decision, why_not);
  unlock_blocks();

  Device device = able ? decision.device : Device::Cpu;
  int64_t us = device == Device::Gpu ? run_on_gpu(launch, items) : run_on_cpu(launch, items);
  bool failed = us < 0;
  if (failed) run_on_cpu(launch, items);
  if (!able || (!failed && decision.why != Why::Measuring)) return;

  lock_blocks();
  if (failed) {
    block->gpu_failed = true;
    explain_cpu(block, decision, "the GPU gave the block back");
  } else {
    Outcome outcome = measured(block->bounds, block->measurement, device, items, us);
    if (outcome != Outcome::Going) {
      explain_outcome(*block, outcome);
      keep_bounds(*block);
    }
  }
  unlock_blocks();
}

}  // namespace

void start_launches() {
  static pthread_once_t started = PTHREAD_ONCE_INIT;
  pthread_once(&started, start);
}

}  // namespace tack::rt

void tack_rt_xc_launch(const tack_rt_kernel* kernel, const void* args, const int64_t* extents,
                       int32_t dims, void* const* results) {
  using namespace tack::rt;
  start_launches();
  Launch launch{kernel, args, extents, dims, results};
  if (dims > 1) check_grid(launch);
  if (gpu() || reporting())
    run_with_choice(launch);
  else
    tack_rt_launch(kernel, args, extents, dims, results);
}
