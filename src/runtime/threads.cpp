// SPDX-License-Identifier: Apache-2.0
#include "runtime/threads.hpp"

#include <fcntl.h>
#include <sched.h>
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/policy.hpp"
#include "runtime/tack_rt.h"

namespace tack::rt {
namespace {

constexpr int kMaxCpus = 4096;

// The file's beginning as a string; false when it cannot be read.
bool read_text(const char* path, char* text, size_t size) {
  int fd = open(path, O_RDONLY | O_CLOEXEC);
  if (fd < 0) return false;
  ssize_t n = read(fd, text, size - 1);
  close(fd);
  if (n < 0) return false;
  text[n] = 0;
  return true;
}

// The lowest hardware thread of cpu's core, which names the core.
int core_of(int cpu) {
  char path[96], text[64];
  snprintf(path, sizeof path, "/sys/devices/system/cpu/cpu%d/topology/thread_siblings_list", cpu);
  if (!read_text(path, text, sizeof text)) return cpu;
  return atoi(text);
}

// Threads that run at once under a quota, rounded up; 0 without one.
int quota_threads(long long quota, long long period) {
  if (quota <= 0 || period <= 0) return 0;
  long long n = (quota + period - 1) / period;
  return n > kMaxThreads ? kMaxThreads : static_cast<int>(n);
}

// The tightest cpu.max (cgroup v2) on the way from this process's group to the root.
int cgroup2_threads() {
  char text[4096];
  if (!read_text("/proc/self/cgroup", text, sizeof text)) return 0;
  char* group = strncmp(text, "0::", 3) == 0 ? text : strstr(text, "\n0::");
  if (!group) return 0;
  group = strstr(group, "0::") + 3;
  if (char* end = strchr(group, '\n')) *end = 0;
  int best = 0;
  for (;;) {
    char path[4200], value[64];
    snprintf(path, sizeof path, "/sys/fs/cgroup%s/cpu.max", strcmp(group, "/") == 0 ? "" : group);
    long long quota = 0, period = 0;
    if (read_text(path, value, sizeof value) && sscanf(value, "%lld %lld", &quota, &period) == 2) {
      int n = quota_threads(quota, period);
      if (n && (!best || n < best)) best = n;
    }
    char* slash = strrchr(group, '/');
    if (!slash || !*group) return best;
    *slash = 0;
  }
}

int cgroup1_threads() {
  char quota[32], period[32];
  if (!read_text("/sys/fs/cgroup/cpu/cpu.cfs_quota_us", quota, sizeof quota)) return 0;
  if (!read_text("/sys/fs/cgroup/cpu/cpu.cfs_period_us", period, sizeof period)) return 0;
  return quota_threads(atoll(quota), atoll(period));
}

}  // namespace

int32_t usable_processors(bool cores) {
  // A mask for more processors than a fixed cpu_set_t holds.
  static thread_local unsigned char allowed[kMaxCpus / 8];
  static thread_local unsigned char seen[kMaxCpus / 8];
  memset(allowed, 0, sizeof allowed);
  memset(seen, 0, sizeof seen);
  int count = 0;
  if (sched_getaffinity(0, sizeof allowed, reinterpret_cast<cpu_set_t*>(allowed)) == 0) {
    for (int cpu = 0; cpu < kMaxCpus; ++cpu) {
      if (!(allowed[cpu / 8] >> (cpu % 8) & 1)) continue;
      int unit = cores ? core_of(cpu) : cpu;
      if (unit < 0 || unit >= kMaxCpus) unit = cpu;
      if (seen[unit / 8] >> (unit % 8) & 1) continue;
      seen[unit / 8] |= static_cast<unsigned char>(1 << (unit % 8));
      ++count;
    }
  } else {
    count = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  }
  int quota = cgroup2_threads();
  if (!quota) quota = cgroup1_threads();
  if (quota && quota < count) count = quota;
  if (count < 1) count = 1;
  return count < kMaxThreads ? count : kMaxThreads;
}

namespace {

// Settings are words of their own: read once, and a race writes the same value twice.
int32_t g_threads = 0;  // 0: not decided
int32_t g_cores = 0;
const char* g_error = nullptr;

int32_t decide() {
  if (const char* text = getenv("TACK_CPU_THREADS"); text && *text) {
    char* end = nullptr;
    long n = strtol(text, &end, 10);
    while (*end == ' ') ++end;
    if (end != text && !*end) return n < 1 ? 1 : n > kMaxThreads ? kMaxThreads : n;
    const char* error = "TACK_CPU_THREADS is not an integer";
    __atomic_store_n(&g_error, error, __ATOMIC_RELAXED);
  }
  int32_t cores = __atomic_load_n(&g_cores, __ATOMIC_RELAXED);
  if (!cores) {
    // XC's variable: all digits and positive, anything else counts as unset.
    const char* text = getenv("XC_PAR_THREADS");
    if (text && *text && strspn(text, "0123456789") == strlen(text)) {
      long n = strtol(text, nullptr, 10);
      if (n > 0) return n > kMaxThreads ? kMaxThreads : n;
    }
  }
  return usable_processors(cores != 0);
}

}  // namespace
}  // namespace tack::rt

extern "C" int32_t tack_rt_threads(void) {
  int32_t n = __atomic_load_n(&tack::rt::g_threads, __ATOMIC_RELAXED);
  if (n) return n;
  n = tack::rt::decide();
  int32_t expected = 0;
  if (!__atomic_compare_exchange_n(&tack::rt::g_threads, &expected, n, false, __ATOMIC_RELAXED,
                                   __ATOMIC_RELAXED))
    n = expected;
  return n;
}

extern "C" void tack_rt_use_physical_cores(int32_t yes) {
  __atomic_store_n(&tack::rt::g_cores, yes, __ATOMIC_RELAXED);
}

extern "C" const char* tack_rt_config_error(void) {
  tack_rt_threads();
  const char* error = __atomic_load_n(&tack::rt::g_error, __ATOMIC_RELAXED);
  return error ? error : tack::rt::policy_error();
}

extern "C" void tack_rt_set_threads(int32_t threads) {
  if (threads < 1) threads = 1;
  if (threads > tack::rt::kMaxThreads) threads = tack::rt::kMaxThreads;
  __atomic_store_n(&tack::rt::g_threads, threads, __ATOMIC_RELAXED);
}
