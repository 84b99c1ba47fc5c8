// SPDX-License-Identifier: Apache-2.0
// The primes below two million, from a sieve of bytes. Prints a checksum; with an argument also the best time in ms.
#import "lib/Timer.xc"
#use Stdio
#define N 2000000

u8 composite[N];

u32 work(void)
{
    for (u32 i in 0..N) composite[i] = 0;
    for (u32 i = 2; i * i < N; i++)
        if (!composite[i])
            for (u32 k = i * i; k < N; k += i) composite[k] = 1;
    u32 count = 0, sum = 0;
    for (u32 i in 2..N)
        if (!composite[i]) { count++; sum = sum * 31 + i; }
    return sum + count;
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
// expect: 2842770819
