/* SPDX-License-Identifier: Apache-2.0 */
/* matmul.xc, in C: the loops in the order in which rows are vectorised, the sums in the same. */
#include "timer.h"
#define N 512

float a[N * N], b[N * N], c[N * N];

static void fill(void) {
  for (uint32_t i = 0; i < N * N; i++) {
    a[i] = (float)(i % 17) * 0.25f;
    b[i] = (float)(i % 13) * 0.5f;
  }
}

static void multiply(void) {
#pragma omp parallel for
  for (uint32_t y = 0; y < N; y++) {
    for (uint32_t x = 0; x < N; x++) c[y * N + x] = 0.0f;
    for (uint32_t k = 0; k < N; k++)
#pragma omp simd
      for (uint32_t x = 0; x < N; x++) c[y * N + x] += a[y * N + k] * b[k * N + x];
  }
}

static uint32_t work(void) {
  if (a[1] == 0.0f) fill();
  multiply();
  uint32_t sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (uint32_t i = 0; i < N * N; i++) sum += (uint32_t)c[i];
  return sum;
}

int main(int argc, char** argv) {
  printf("%u\n", work());
  if (argc > 1) BEST_OF(7, work());
  (void)argv;
  return 0;
}
