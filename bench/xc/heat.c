/* SPDX-License-Identifier: Apache-2.0 */
/* heat.xc, in C. */
#include "timer.h"
#define SIDE 2048
#define STEPS 8

float first[SIDE * SIDE], second[SIDE * SIDE];

static void step(float* restrict to, const float* restrict from) {
#pragma omp parallel for
  for (uint32_t y = 1; y < SIDE - 1; y++)
#pragma omp simd
    for (uint32_t x = 1; x < SIDE - 1; x++) {
      uint32_t at = y * SIDE + x;
      float here = from[at];
      to[at] = here + 0.2f * (from[at - 1] + from[at + 1] + from[at - SIDE] + from[at + SIDE] -
                              4.0f * here);
    }
}

static uint32_t work(void) {
#pragma omp parallel for simd
  for (uint32_t i = 0; i < SIDE * SIDE; i++) {
    first[i] = (float)(i * 2654435761U >> 20);
    second[i] = first[i];
  }
  for (uint32_t k = 0; k < STEPS / 2; k++) {
    step(second, first);
    step(first, second);
  }
  uint32_t sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (uint32_t i = 0; i < SIDE * SIDE; i++) sum += (uint32_t)(first[i] * 16.0f);
  return sum;
}

int main(int argc, char** argv) {
  printf("%u\n", work());
  if (argc > 1) BEST_OF(5, work());
  (void)argv;
  return 0;
}
