// SPDX-License-Identifier: Apache-2.0
// y = a * x + y on 16 Mi u32 values, eight rounds: memory bandwidth.
// Prints the u32 sum of the last round; with an argument also the best time of a round in ms.
#import "Par.xc"
#import "lib/Timer.xc"
#use Stdio
#define N 16777216

u32 x[N];
u32 y[N];

void fill(void)
{
    par fill { for (u32 i in 0..N) { x[i] = i * 7; y[i] = 1021 - i; } }
}

void round(u32 a)
{
    par saxpy { for (u32 i in 0..N) y[i] = a * x[i] + y[i]; }
}

i32 main(i32 argc, u8** argv)
{
    fill();
    double best = 1.0e9d;
    for (u32 a in 1...8)
    {
        double begin = Timer.milliseconds();
        round(a);
        double took = Timer.milliseconds() - begin;
        if (took < best) best = took;
    }
    u32 sum = 0;
    par add :reduce(+ sum) { for (u32 i in 0..N) sum = sum + y[i]; }
    printf("%u\n", sum);
    if (argc > 1) printf("ms %.3f\n", best);
    return 0;
}
// expect: 2139095040
