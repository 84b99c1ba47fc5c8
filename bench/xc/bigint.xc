// SPDX-License-Identifier: Apache-2.0
// The factorial of 2000 in limbs of 32 bits, and its decimal digits: carries and division by a constant.
// Prints a checksum; with an argument also the best time in ms.
#import "lib/Timer.xc"
#use Stdio
#define LIMBS 700

struct Big { u32 used; u32 limbs[LIMBS]; };
Big big;

void multiply(Big* b, u32 factor)
{
    u64 carry = 0;
    for (u32 k in 0..b.used)
    {
        carry += (u64)b.limbs[k] * factor;
        b.limbs[k] = (u32)carry;
        carry >>= 32;
    }
    if (carry) { b.limbs[b.used] = (u32)carry; b.used++; }
}

// Nine decimal digits, the last ones.
u32 cut(Big* b)
{
    u64 rest = 0;
    for (u32 k = b.used; k > 0; k--)
    {
        rest = rest << 32 | b.limbs[k - 1];
        b.limbs[k - 1] = (u32)(rest / 1000000000);
        rest %= 1000000000;
    }
    while (b.used && b.limbs[b.used - 1] == 0) b.used--;
    return (u32)rest;
}

u32 work(void)
{
    big.used = 1;
    big.limbs[0] = 1;
    for (u32 n in 2...2000) multiply(&big, n);
    u32 sum = 0;
    while (big.used) sum = sum * 31 + cut(&big);
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
// expect: 1062297712
