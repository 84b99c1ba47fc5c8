/* SPDX-License-Identifier: Apache-2.0 */
/* tree.xc, in C: calls through a table, no counts. */
#include <stdlib.h>

#include "timer.h"
#define N 20000

struct tree {
  const struct table* table;
  struct tree *left, *right;
  uint32_t key;
};
struct table {
  uint32_t (*sum)(const struct tree*);
};

static uint32_t sum(const struct tree* t) {
  uint32_t s = t->key;
  if (t->left) s += t->left->table->sum(t->left);
  if (t->right) s += t->right->table->sum(t->right);
  return s;
}
static uint32_t sum_twice(const struct tree* t) { return t->key * 2; }
static const struct table plain = {sum}, twice = {sum_twice};

static struct tree* make(const struct table* table, uint32_t key) {
  struct tree* t = calloc(1, sizeof *t);
  t->table = table;
  t->key = key;
  return t;
}
static void insert(struct tree* t, uint32_t key) {
  struct tree** to = key < t->key ? &t->left : &t->right;
  if (*to)
    insert(*to, key);
  else
    *to = make(&plain, key);
}
static uint32_t depth_of(const struct tree* t, uint32_t key) {
  uint32_t depth = 0;
  while (t && t->key != key) {
    t = key < t->key ? t->left : t->right;
    depth++;
  }
  return depth;
}
static void drop(struct tree* t) {
  if (!t) return;
  drop(t->left);
  drop(t->right);
  free(t);
}

static uint32_t work(void) {
  struct tree* root = make(&plain, 1u << 30);
  uint32_t x = 12345, s = 0;
  for (uint32_t i = 0; i < N; i++) {
    x = x * 1664525 + 1013904223;
    insert(root, x >> 1);
  }
  for (int i = 0; i < 10; i++) s += root->table->sum(root);
  x = 12345;
  for (uint32_t i = 0; i < N; i++) {
    x = x * 1664525 + 1013904223;
    s += depth_of(root, x >> 1);
  }
  drop(root);
  return s;
}

int main(int argc, char** argv) {
  struct tree* two = make(&twice, 3);
  uint32_t s = two->table->sum(two);
  free(two);
  double best = 1e9;
  for (int k = 0; k < 5; k++) {
    double begin = milliseconds();
    s += work();
    double took = milliseconds() - begin;
    if (took < best) best = took;
  }
  printf("%u\n", s);
  if (argc > 1) printf("ms %.3f\n", best);
  (void)argv;
  return 0;
}
