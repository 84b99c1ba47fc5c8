/* SPDX-License-Identifier: Apache-2.0 */
/* saxpy.xc, in C. */
#include "timer.h"
#define N 16777216

static uint32_t x[N], y[N];

int main(int argc, char** argv) {
#pragma omp parallel for simd
  for (uint32_t i = 0; i < N; i++) {
    x[i] = i * 7;
    y[i] = 1021 - i;
  }
  double best = 1e9;
  for (uint32_t a = 1; a <= 8; a++) {
    double begin = milliseconds();
#pragma omp parallel for simd
    for (uint32_t i = 0; i < N; i++) y[i] = a * x[i] + y[i];
    double took = milliseconds() - begin;
    if (took < best) best = took;
  }
  uint32_t sum = 0;
#pragma omp parallel for simd reduction(+ : sum)
  for (uint32_t i = 0; i < N; i++) sum += y[i];
  printf("%u\n", sum);
  if (argc > 1) printf("ms %.3f\n", best);
  (void)argv;
  return 0;
}
