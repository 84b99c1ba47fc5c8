// SPDX-License-Identifier: Apache-2.0
// How much stack the calling thread has.
#pragma once

#include <pthread.h>
#include <sys/auxv.h>
#include <sys/resource.h>

#include <cstddef>

namespace tack {

// The lowest address of the calling thread's stack, or somewhat above; 1 when it is not known.
inline const char* find_stack_end() {
  // For the main thread glibc reads all of /proc/self/maps, a quarter of a millisecond in a process
  // with some hundred libraries. But its stack ends at the name of the program, and grows to its
  // limit: Linux keeps 128 MiB below the end free of mappings, whatever the limit is.
  constexpr size_t kMost = size_t{64} << 20;
  constexpr size_t kMargin = size_t{64} << 10;  // what lies above the name, and the page below
  const char* here = static_cast<char*>(__builtin_frame_address(0));
  const auto* top = reinterpret_cast<const char*>(getauxval(AT_EXECFN));
  rlimit limit;
  if (top && getrlimit(RLIMIT_STACK, &limit) == 0) {
    size_t size = limit.rlim_cur < kMost ? static_cast<size_t>(limit.rlim_cur) : kMost;
    if (here < top && static_cast<size_t>(top - here) < size)
      return size > kMargin ? top - size + kMargin : here;
  }
  pthread_attr_t attributes;
  const auto* unknown = reinterpret_cast<const char*>(1);
  if (pthread_getattr_np(pthread_self(), &attributes) != 0) return unknown;
  void* low = nullptr;
  size_t size = 0;
  int failed = pthread_attr_getstack(&attributes, &low, &size);
  pthread_attr_destroy(&attributes);
  return failed ? unknown : static_cast<char*>(low);
}

// Bytes between here and `end`.
inline size_t stack_left(const char* end) {
  const char* here = static_cast<char*>(__builtin_frame_address(0));
  return here > end ? static_cast<size_t>(here - end) : 0;
}

}  // namespace tack
