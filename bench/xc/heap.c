/* SPDX-License-Identifier: Apache-2.0 */
/* heap.xc, in C. */
#include <stdlib.h>

#include "timer.h"
#define N 100000

struct job {
  uint32_t due, id;
};
struct queue {
  struct job* jobs;
  uint32_t used, room;
};

static void grow(struct queue* q) {
  struct job* more = calloc(q->room * 2, sizeof *more);
  if (!more) abort();
  for (uint32_t k = 0; k < q->used; k++) more[k] = q->jobs[k];
  free(q->jobs);
  q->jobs = more;
  q->room *= 2;
}

static void push(struct queue* q, uint32_t due, uint32_t id) {
  if (q->used == q->room) grow(q);
  uint32_t at = q->used++;
  while (at > 0 && q->jobs[(at - 1) / 2].due > due) {
    q->jobs[at] = q->jobs[(at - 1) / 2];
    at = (at - 1) / 2;
  }
  q->jobs[at].due = due;
  q->jobs[at].id = id;
}

static struct job pop(struct queue* q) {
  struct job top = q->jobs[0];
  q->used--;
  struct job last = q->jobs[q->used];
  uint32_t at = 0;
  while (at * 2 + 1 < q->used) {
    uint32_t child = at * 2 + 1;
    if (child + 1 < q->used && q->jobs[child + 1].due < q->jobs[child].due) child++;
    if (q->jobs[child].due >= last.due) break;
    q->jobs[at] = q->jobs[child];
    at = child;
  }
  q->jobs[at] = last;
  return top;
}

static uint32_t work(void) {
  struct queue q = {calloc(16, sizeof(struct job)), 0, 16};
  uint32_t x = 5, sum = 0;
  for (uint32_t i = 0; i < N; i++) {
    x = x * 1664525u + 1013904223u;
    push(&q, x >> 3, i);
    if (i % 4 == 3) sum = sum * 31 + pop(&q).id;
  }
  while (q.used) sum = sum * 31 + pop(&q).id;
  free(q.jobs);
  return sum;
}

int main(int argc, char** argv) {
  printf("%u\n", work());
  if (argc > 1) BEST_OF(9, work());
  (void)argv;
  return 0;
}
