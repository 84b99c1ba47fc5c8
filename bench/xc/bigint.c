/* SPDX-License-Identifier: Apache-2.0 */
/* bigint.xc, in C. */
#include "timer.h"
#define LIMBS 700

static struct big {
  uint32_t used, limbs[LIMBS];
} big;

static void multiply(struct big* b, uint32_t factor) {
  uint64_t carry = 0;
  for (uint32_t k = 0; k < b->used; k++) {
    carry += (uint64_t)b->limbs[k] * factor;
    b->limbs[k] = (uint32_t)carry;
    carry >>= 32;
  }
  if (carry) b->limbs[b->used++] = (uint32_t)carry;
}

static uint32_t cut(struct big* b) {
  uint64_t rest = 0;
  for (uint32_t k = b->used; k > 0; k--) {
    rest = rest << 32 | b->limbs[k - 1];
    b->limbs[k - 1] = (uint32_t)(rest / 1000000000);
    rest %= 1000000000;
  }
  while (b->used && b->limbs[b->used - 1] == 0) b->used--;
  return (uint32_t)rest;
}

static uint32_t work(void) {
  big.used = 1;
  big.limbs[0] = 1;
  for (uint32_t n = 2; n <= 2000; n++) multiply(&big, n);
  uint32_t sum = 0;
  while (big.used) sum = sum * 31 + cut(&big);
  return sum;
}

int main(int argc, char** argv) {
  printf("%u\n", work());
  if (argc > 1) BEST_OF(9, work());
  (void)argv;
  return 0;
}
