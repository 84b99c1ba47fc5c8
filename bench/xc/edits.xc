// SPDX-License-Identifier: Apache-2.0
// How many edits lead from one text of 1500 bytes to another: dynamic programming over two rows.
// Prints a checksum; with an argument also the best time in ms.
#import "lib/Timer.xc"
#use Stdio
#define N 1500

u8 from[N], to[N];
u32 rows[2 * N + 2];

u32 least(u32 a, u32 b) { return a < b ? a : b; }

u32 edits(u8* a, u32 m, u8* b, u32 n)
{
    u32* above = rows;
    u32* row = rows + N + 1;
    for (u32 j in 0...n) above[j] = j;
    for (u32 i in 0..m)
    {
        row[0] = i + 1;
        for (u32 j in 0..n)
        {
            u32 change = above[j] + (a[i] == b[j] ? 0 : 1);
            row[j + 1] = least(change, least(above[j + 1], row[j]) + 1);
        }
        u32* t = above;
        above = row;
        row = t;
    }
    return above[n];
}

u32 work(void)
{
    u32 x = 3;
    for (u32 i in 0..N)
    {
        x = x * 1664525 + 1013904223;
        from[i] = 'a' + (x >> 29);
        to[i] = x >> 24 & 15 ? 'a' + (x >> 29) : 'z';
    }
    return edits(from, N, to, N) * 1000 + edits(from, N, to + 7, N - 7);
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
// expect: 98105
