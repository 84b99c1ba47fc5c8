// SPDX-License-Identifier: Apache-2.0
#include <unistd.h>

#include <cstdio>
#include <cstdlib>
#include <cstring>

#include "runtime/tack_rt.h"

void tack_rt_trap(const char* message) {
  // write(2): stdio may be what is broken.
  size_t size = std::strlen(message);
  while (size > 0) {
    ssize_t done = write(2, message, size);
    if (done <= 0) break;
    message += done;
    size -= static_cast<size_t>(done);
  }
  (void)!write(2, "\n", 1);
  // abort() drops what the program printed and stdio still holds.
  // A stream that another thread holds stays as it is: waiting might never end.
  if (ftrylockfile(stdout) == 0) {
    fflush_unlocked(stdout);
    funlockfile(stdout);
  }
  std::abort();
}
