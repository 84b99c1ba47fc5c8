/* SPDX-License-Identifier: Apache-2.0 */
/* mandelbrot.xc, in C. */
#include "timer.h"
#define SIDE 2048
#define STEPS 256

uint32_t image[SIDE * SIDE];

static uint64_t render(void) {
  uint64_t total = 0;
#pragma omp parallel for schedule(dynamic) reduction(+ : total)
  for (uint32_t row = 0; row < SIDE; row++)
    for (uint32_t column = 0; column < SIDE; column++) {
      float cx = -2.0f + (float)column * (3.0f / 2048.0f);
      float cy = -1.5f + (float)row * (3.0f / 2048.0f);
      float x = 0.0f, y = 0.0f;
      uint32_t n = 0;
      while (n < STEPS) {
        float xx = x * x, yy = y * y;
        if (xx + yy > 4.0f) break;
        y = 2.0f * x * y + cy;
        x = xx - yy + cx;
        n++;
      }
      image[row * SIDE + column] = n;
      total += n;
    }
  return total;
}

int main(int argc, char** argv) {
  uint64_t total = render();
  printf("%u %llu\n", (unsigned)((total + 500000) / 1000000), (unsigned long long)total);
  if (argc > 1) BEST_OF(7, render());
  (void)argv;
  return 0;
}
