// SPDX-License-Identifier: Apache-2.0
// The product of two matrices of 512 x 512 floats, an item for each element, from the definition.
// Prints a checksum; with an argument also the best time in ms.
#import "Par.xc"
#import "lib/Timer.xc"
#use Stdio
#define N 512

float a[N * N];
float b[N * N];
float c[N * N];

void fill(void)
{
    par fill { for (u32 i in 0..N * N) { a[i] = (float)(i % 17) * 0.25; b[i] = (float)(i % 13) * 0.5; } }
}

void multiply(void)
{
    par matmul :grid(N, N)
    {
        float sum = 0.0;
        for (u32 k in 0..N) sum += a[par.y * N + k] * b[k * N + par.x];
        c[par.y * N + par.x] = sum;
    }
}

u32 work(void)
{
    if (a[1] == 0.0) fill();
    multiply();
    u32 sum = 0;
    par add :reduce(+ sum) { for (u32 i in 0..N * N) sum += (u32)c[i]; }
    return sum;
}

i32 main(i32 argc, u8** argv)
{
    u32 sum = work();
    printf("%u\n", sum);
    if (argc < 2) return 0;
    double best = 1.0e9d;
    for (i32 run in 0..7)
    {
        double begin = Timer.milliseconds();
        work();
        double took = Timer.milliseconds() - begin;
        if (took < best) best = took;
    }
    printf("ms %.3f\n", best);
    return 0;
}
// expect: 805182893
