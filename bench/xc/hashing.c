/* SPDX-License-Identifier: Apache-2.0 */
/* hashing.xc, in C: open addressing over copies of nothing, FNV-1a, a count on the heap for each
 * word. */
#include <stdlib.h>
#include <string.h>

#include "timer.h"
#define WORDS 50000
#define N 400000
#define SLOTS 131072

static char words[WORDS][16];
static struct slot {
  const char* word;
  uint64_t hash;
  uint32_t* count;
} table[SLOTS];

static struct slot* find(const char* word) {
  uint64_t hash = 0xcbf29ce484222325u;
  for (const char* c = word; *c; c++) hash = (hash ^ (unsigned char)*c) * 0x100000001b3u;
  struct slot* s = &table[hash % SLOTS];
  while (s->word && (s->hash != hash || strcmp(s->word, word) != 0))
    if (++s == table + SLOTS) s = table;
  s->hash = hash;
  return s;
}

int main(int argc, char** argv) {
  for (uint32_t k = 0; k < WORDS; k++) snprintf(words[k], sizeof words[k], "%uw", k * 40503u);
  double best = 1e9;
  uint32_t sum = 0;
  for (int round = 0; round < 4; round++) {
    double begin = milliseconds();
    memset(table, 0, sizeof table);
    uint32_t at = 1, different = 0;
    for (uint32_t i = 0; i < N; i++) {
      at = at * 1664525u + 1013904223u;
      const char* word = words[(at >> 8) % WORDS];
      struct slot* s = find(word);
      if (!s->word) {
        s->word = word;
        s->count = calloc(1, sizeof *s->count);
        if (!s->count) abort();
        different++;
      }
      ++*s->count;
    }
    double took = milliseconds() - begin;
    if (took < best) best = took;
    sum = different;
    for (uint32_t k = 0; k < WORDS; k++) {
      struct slot* s = find(words[k]);
      sum = sum * 31 + (s->word ? *s->count : 0);
    }
    for (uint32_t k = 0; k < SLOTS; k++) free(table[k].count);
  }
  printf("%u\n", sum);
  if (argc > 1) printf("ms %.3f\n", best);
  (void)argv;
  return 0;
}
