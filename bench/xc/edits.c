/* SPDX-License-Identifier: Apache-2.0 */
/* edits.xc, in C. */
#include "timer.h"
#define N 1500

static uint8_t from[N], to[N];
static uint32_t rows[2 * N + 2];

static uint32_t least(uint32_t a, uint32_t b) { return a < b ? a : b; }

static uint32_t edits(const uint8_t* a, uint32_t m, const uint8_t* b, uint32_t n) {
  uint32_t *above = rows, *row = rows + N + 1;
  for (uint32_t j = 0; j <= n; j++) above[j] = j;
  for (uint32_t i = 0; i < m; i++) {
    row[0] = i + 1;
    for (uint32_t j = 0; j < n; j++) {
      uint32_t change = above[j] + (a[i] == b[j] ? 0 : 1);
      row[j + 1] = least(change, least(above[j + 1], row[j]) + 1);
    }
    uint32_t* t = above;
    above = row;
    row = t;
  }
  return above[n];
}

static uint32_t work(void) {
  uint32_t x = 3;
  for (uint32_t i = 0; i < N; i++) {
    x = x * 1664525u + 1013904223u;
    from[i] = (uint8_t)('a' + (x >> 29));
    to[i] = (uint8_t)(x >> 24 & 15 ? 'a' + (x >> 29) : 'z');
  }
  return edits(from, N, to, N) * 1000 + edits(from, N, to + 7, N - 7);
}

int main(int argc, char** argv) {
  printf("%u\n", work());
  if (argc > 1) BEST_OF(9, work());
  (void)argv;
  return 0;
}
