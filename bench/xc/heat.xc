// SPDX-License-Identifier: Apache-2.0
// Heat spreading over 2048 x 2048 cells, a stencil of five points, eight steps to and fro: memory and its caches.
// Prints a checksum; with an argument also the best time in ms.
#import "Par.xc"
#import "lib/Timer.xc"
#use Stdio
#define SIDE 2048
#define STEPS 8

float first[SIDE * SIDE];
float second[SIDE * SIDE];

void step(float* to, float* from)
{
    par heat :grid(SIDE - 2, SIDE - 2)
    {
        u32 at = (par.y + 1) * SIDE + par.x + 1;
        float here = from[at];
        to[at] = here + 0.2 * (from[at - 1] + from[at + 1] + from[at - SIDE] + from[at + SIDE] - 4.0 * here);
    }
}

u32 work(void)
{
    par fill { for (u32 i in 0..SIDE * SIDE) { first[i] = (float)(i * 2654435761 >> 20); second[i] = first[i]; } }
    for (u32 k in 0..STEPS / 2)
    {
        step(second, first);
        step(first, second);
    }
    u32 sum = 0;
    par add :reduce(+ sum) { for (u32 i in 0..SIDE * SIDE) sum += (u32)(first[i] * 16.0); }
    return sum;
}

i32 main(i32 argc, u8** argv)
{
    u32 sum = work();
    printf("%u\n", sum);
    if (argc < 2) return 0;
    double best = 1.0e9d;
    for (i32 run in 0..5)
    {
        double begin = Timer.milliseconds();
        work();
        double took = Timer.milliseconds() - begin;
        if (took < best) best = took;
    }
    printf("ms %.3f\n", best);
    return 0;
}
// expect: 4259441809
