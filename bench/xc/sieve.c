/* SPDX-License-Identifier: Apache-2.0 */
/* sieve.xc, in C. */
#include "timer.h"
#define N 2000000

static uint8_t composite[N];

static uint32_t work(void) {
  for (uint32_t i = 0; i < N; i++) composite[i] = 0;
  for (uint32_t i = 2; i * i < N; i++)
    if (!composite[i])
      for (uint32_t k = i * i; k < N; k += i) composite[k] = 1;
  uint32_t count = 0, sum = 0;
  for (uint32_t i = 2; i < N; i++)
    if (!composite[i]) {
      count++;
      sum = sum * 31 + i;
    }
  return sum + count;
}

int main(int argc, char** argv) {
  printf("%u\n", work());
  if (argc > 1) BEST_OF(9, work());
  (void)argv;
  return 0;
}
