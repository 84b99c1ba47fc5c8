// SPDX-License-Identifier: Apache-2.0
// A priority queue, a binary heap in an object: 100,000 jobs in and out. Prints a checksum; with an argument
// also the best time in ms.
#import "lib/Timer.xc"
#use Stdio
#define N 100000

struct Job { u32 due, id; };

class Queue
{
    Job* jobs;
    u32 used, room;
    void init(void) { room = 16; jobs = new Job[16]; }
    void dealloc(void) { delete jobs; }
    u32 count(void) { return used; }
    void grow(void)
    {
        Job* more = new Job[room * 2];
        for (u32 k in 0..used) more[k] = jobs[k];
        delete jobs;
        jobs = more;
        room *= 2;
    }
    void push(u32 due, u32 id)
    {
        if (used == room) grow();
        u32 at = used++;
        while (at > 0 && jobs[(at - 1) / 2].due > due)
        {
            jobs[at] = jobs[(at - 1) / 2];
            at = (at - 1) / 2;
        }
        jobs[at].due = due;
        jobs[at].id = id;
    }
    Job pop(void)
    {
        Job top = jobs[0];
        used--;
        Job last = jobs[used];
        u32 at = 0;
        while (at * 2 + 1 < used)
        {
            u32 child = at * 2 + 1;
            if (child + 1 < used && jobs[child + 1].due < jobs[child].due) child++;
            if (jobs[child].due >= last.due) break;
            jobs[at] = jobs[child];
            at = child;
        }
        jobs[at] = last;
        return top;
    }
}

u32 work(void)
{
    Queue* q = new Queue;
    u32 x = 5, sum = 0;
    for (u32 i in 0..N)
    {
        x = x * 1664525 + 1013904223;
        q.push(x >> 3, i);
        if (i % 4 == 3) { Job j = q.pop(); sum = sum * 31 + j.id; }
    }
    while (q.count()) { Job j = q.pop(); sum = sum * 31 + j.id; }
    return sum;
}

i32 main(i32 argc, u8** argv)
{
    u32 sum = work();
    printf("%u\n", sum);
    if (argc < 2) return 0;
    double best = 1.0e9d;
    for (i32 run in 0..9)
    {
        double begin = Timer.milliseconds();
        work();
        double took = Timer.milliseconds() - begin;
        if (took < best) best = took;
    }
    printf("ms %.3f\n", best);
    return 0;
}
// expect: 4022480512
