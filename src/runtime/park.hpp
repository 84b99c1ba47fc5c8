// SPDX-License-Identifier: Apache-2.0
// Waiting without a lock: a processor hint while spinning, and a futex to sleep on.
#pragma once

#include <atomic>
#include <cstdint>

#if !defined(__linux__)
#error "park.hpp: write park() and unpark() for this system"
#endif

#include <linux/futex.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

namespace tack::rt {

inline void cpu_pause() {
#if defined(__x86_64__) || defined(__i386__)
  __builtin_ia32_pause();
#elif defined(__aarch64__)
  asm volatile("yield");
#endif
}

// Sleeps while the word still has the value; may return early.
inline void park(std::atomic<uint32_t>& word, uint32_t value) {
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, nullptr, nullptr, 0);
}

// The same for at most so many nanoseconds.
inline void park_for(std::atomic<uint32_t>& word, uint32_t value, long nanoseconds) {
  timespec limit{0, nanoseconds};
  syscall(SYS_futex, &word, FUTEX_WAIT_PRIVATE, value, &limit, nullptr, 0);
}

inline void unpark(std::atomic<uint32_t>& word, int threads) {
  syscall(SYS_futex, &word, FUTEX_WAKE_PRIVATE, threads, nullptr, nullptr, 0);
}

}  // namespace tack::rt
