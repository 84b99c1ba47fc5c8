/* SPDX-License-Identifier: Apache-2.0 */
/* sort.xc, in C. */
#include "timer.h"
#define N 200000

static uint32_t numbers[N];

static void sort(uint32_t* a, int low, int high) {
  while (high - low > 16) {
    int middle = low + (high - low) / 2;
    uint32_t pivot = a[middle];
    int i = low, j = high;
    while (i <= j) {
      while (a[i] < pivot) i++;
      while (a[j] > pivot) j--;
      if (i <= j) {
        uint32_t t = a[i];
        a[i] = a[j];
        a[j] = t;
        i++;
        j--;
      }
    }
    if (j - low < high - i) {
      sort(a, low, j);
      low = i;
    } else {
      sort(a, i, high);
      high = j;
    }
  }
  for (int k = low + 1; k <= high; k++) {
    uint32_t v = a[k];
    int to = k;
    while (to > low && a[to - 1] > v) {
      a[to] = a[to - 1];
      to--;
    }
    a[to] = v;
  }
}

static uint32_t work(void) {
  uint32_t x = 1;
  for (uint32_t i = 0; i < N; i++) {
    x = x * 1664525u + 1013904223u;
    numbers[i] = x >> 4;
  }
  sort(numbers, 0, N - 1);
  uint32_t sum = 0;
  for (uint32_t i = 0; i < N; i++) sum = sum * 31 + numbers[i];
  return sum;
}

int main(int argc, char** argv) {
  printf("%u\n", work());
  if (argc > 1) BEST_OF(9, work());
  (void)argv;
  return 0;
}
