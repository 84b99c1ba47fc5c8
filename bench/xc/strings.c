/* SPDX-License-Identifier: Apache-2.0 */
/* strings.xc, in C: a buffer that doubles, digits written from the last. */
#include <stdlib.h>
#include <string.h>

#include "timer.h"
#define N 1000000

struct text {
  char* bytes;
  size_t length, room;
};

static void append(struct text* t, const char* bytes, size_t count) {
  if (t->length + count > t->room) {
    t->room = 2 * (t->length + count);
    t->bytes = realloc(t->bytes, t->room);
    if (!t->bytes) abort();
  }
  memcpy(t->bytes + t->length, bytes, count);
  t->length += count;
}

static void append_number(struct text* t, uint64_t value) {
  char digits[20];
  size_t at = sizeof digits;
  do digits[--at] = (char)('0' + value % 10);
  while (value /= 10);
  append(t, digits + at, sizeof digits - at);
}

int main(int argc, char** argv) {
  double best = 1e9;
  uint32_t sum = 0;
  for (int round = 0; round < 8; round++) {
    double begin = milliseconds();
    struct text t = {0, 0, 0};
    for (uint32_t i = 0; i < N; i++) {
      append_number(&t, (uint32_t)(i * 7919));
      append(&t, " ", 1);
    }
    KEEP_MEMORY();
    double took = milliseconds() - begin;
    if (took < best) best = took;
    sum = 0;
    for (size_t k = 0; k < t.length; k++) sum = sum * 31 + (unsigned char)t.bytes[k];
    free(t.bytes);
  }
  printf("%u\n", sum);
  if (argc > 1) printf("ms %.3f\n", best);
  (void)argv;
  return 0;
}
