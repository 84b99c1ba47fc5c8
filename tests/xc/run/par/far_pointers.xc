// SPDX-License-Identifier: Apache-2.0
// Pointers of unknown length, enough items for the variant of short arrays: indices below zero, and 64-bit ones
// that go round.
#import "Par.xc"
#use Stdio
#define N 10000

u32 numbers[3 * N];
u8 bytes[3 * N];

void below(u32* to, u32* from, u8* small)
{
    par
    {
        for (u32 i in 0..N)
        {
            i32 left = (i32)i - 5000;
            i64 wide = (i64)i - 7000;
            u64 round = (u64)i - 9000;
            u32 sum = from[left] + 3 * from[wide] + 5 * from[round] + small[left];
            if (i >= 100) sum += small[i - 100] + from[i - 100];
            to[left] = sum;
        }
    }
}

u32 plainly(u32* from, u8* small, u32 i)
{
    u32 sum = *(from + i - 5000) + 3 * *(from + i - 7000) + 5 * *(from + i - 9000) + *(small + i - 5000);
    if (i >= 100) sum += *(small + i - 100) + *(from + i - 100);
    return sum;
}

i32 main(void)
{
    for (u32 i in 0..3 * N) { numbers[i] = i * 2654435761; bytes[i] = (u8)(i * 7); }
    u32 results[N];
    below(results + 5000, numbers + N, bytes + N);
    u32 wrong = 0;
    for (u32 i in 0..N) if (results[i] != plainly(numbers + N, bytes + N, i)) wrong++;
    printf("%u\n", wrong);      // expect: 0
    return 0;
}
