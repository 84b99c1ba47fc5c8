/* SPDX-License-Identifier: Apache-2.0 */
/* matrix.xc, in C. */
#include "timer.h"
#define N 200

struct matrix {
  uint32_t rows, columns;
  double* cells;
};
static double x[N * N], y[N * N], z[N * N];

static void multiply(struct matrix* to, struct matrix* a, struct matrix* b) {
  for (uint32_t i = 0; i < a->rows; i++) {
    double* row = to->cells + i * to->columns;
    for (uint32_t j = 0; j < to->columns; j++) row[j] = 0.0;
    for (uint32_t k = 0; k < a->columns; k++) {
      double f = a->cells[i * a->columns + k];
      double* other = b->cells + k * b->columns;
      for (uint32_t j = 0; j < b->columns; j++) row[j] += f * other[j];
    }
  }
}

static uint32_t work(void) {
  struct matrix a = {N, N, x}, b = {N, N, y}, c = {N, N, z};
  for (uint32_t i = 0; i < N * N; i++) {
    x[i] = i % 17;
    y[i] = i % 13;
  }
  multiply(&c, &a, &b);
  multiply(&a, &c, &b);
  double sum = 0.0;
  for (uint32_t i = 0; i < N * N; i++) sum += x[i];
  return (uint32_t)(sum / 65536.0);
}

int main(int argc, char** argv) {
  printf("%u\n", work());
  if (argc > 1) BEST_OF(9, work());
  (void)argv;
  return 0;
}
