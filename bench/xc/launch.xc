// SPDX-License-Identifier: Apache-2.0
// What a par block of 1,000 cheap items costs beside the loop. Prints a checksum; with an argument also the times of
// one block and one loop in us, the best of 50 rounds of 200.
#import "Par.xc"
#import "lib/Timer.xc"
#use Stdio
#define N 1000

u32 a[N];

void block(u32 round) { par cheap { for (u32 i in 0..N) a[i] = a[i] * 3 + i + round; } }
void loop(u32 round) { for (u32 i in 0..N) a[i] = a[i] * 3 + i + round; }

double least(double best, double begin)
{
    double took = Timer.milliseconds() - begin;
    return took < best ? took : best;
}

i32 main(i32 argc, u8** argv)
{
    double blocks = 1.0e9d, loops = 1.0e9d;
    for (u32 k in 0..(argc > 1 ? 50 : 1))
    {
        double begin = Timer.milliseconds();
        for (u32 round in 0..200) block(round);
        blocks = least(blocks, begin);
        begin = Timer.milliseconds();
        for (u32 round in 0..200) loop(round);
        loops = least(loops, begin);
    }
    u32 sum = 0;
    for (u32 i in 0..N) sum = sum * 31 + a[i];
    printf("%u\n", sum);
    if (argc > 1) printf("par %.3f us, loop %.3f us\n", blocks * 5.0d, loops * 5.0d);
    return 0;
}
// expect: 3015775360
