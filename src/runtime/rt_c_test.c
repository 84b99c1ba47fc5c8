/* SPDX-License-Identifier: Apache-2.0 */
/* The runtime as XC programs see it: plain C, linked without the C++ library. */
#include <stdio.h>
#include <string.h>

#include "runtime/tack_rt.h"

struct args {
  int64_t* data;
  int64_t length;
  int64_t n;
};

static void sum_squares(const void* p, int64_t begin, int64_t end, void* context) {
  const struct args* a = p;
  uint64_t* copies = ((tack_rt_context*)context)->partials;
  for (int64_t i = begin; i < end; ++i) {
    a->data[i] += i;
    copies[(i - begin) % 64] += (uint64_t)a->data[i] * (uint64_t)a->data[i];
  }
}

static int64_t data[100000];

int main(void) {
  static tack_rt_profile profile;
  const tack_rt_variant variant = {sum_squares, TACK_RT_ISA_ANY, 0, 0, 0};
  const tack_rt_reduction reduction = {TACK_RT_ADD, TACK_RT_U64};
  const tack_rt_kernel kernel = {TACK_RT_ABI, 0, "sum_squares", &variant, &reduction, 1, 1,
                                 0,           2, &profile};
  for (int round = 0; round < 20; ++round) {
    struct args args = {data, 100000, 100000};
    uint64_t result = 5, expected = 5;
    void* results[] = {&result};
    memset(data, 0, sizeof data);
    tack_rt_launch(&kernel, &args, &args.n, 1, results);
    for (uint64_t i = 0; i < 100000; ++i) expected += i * i;
    if (result != expected) {
      printf("got %llu, expected %llu\n", (unsigned long long)result, (unsigned long long)expected);
      return 1;
    }
  }
  return 0;
}
