/* SPDX-License-Identifier: Apache-2.0 */
/* What the C programs share: the best of several runs, and the clock of lib/Timer.xc. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

static double milliseconds(void) {
  struct timespec t;
  clock_gettime(getenv("BENCH_CLOCK") ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &t);
  return (double)t.tv_sec * 1e3 + (double)t.tv_nsec * 1e-6;
}

/* Keeps the compiler from seeing that the work's stores are read by nobody. */
#define KEEP_MEMORY() __asm__ volatile("" ::: "memory")

#define BEST_OF(runs, work)                  \
  do {                                       \
    double best = 1e9;                       \
    for (int run = 0; run < (runs); run++) { \
      double begin = milliseconds();         \
      work;                                  \
      KEEP_MEMORY();                         \
      double took = milliseconds() - begin;  \
      if (took < best) best = took;          \
    }                                        \
    printf("ms %.3f\n", best);               \
  } while (0)
