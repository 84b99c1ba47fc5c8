// SPDX-License-Identifier: Apache-2.0
// y = a * x + y, in integers so that the sum is exact: one multiply and one add for each element
// that comes from memory.
#import "Par.xc"
#use Stdio

#define N 1000000

u32 x[N];
u32 y[N];

i32 main(void)
{
    par fill { for (u32 i in 0..N) { x[i] = i; y[i] = 7 * i; } }
    for (u32 a in 1...8)
    {
        par saxpy { for (u32 i in 0..N) y[i] = a * x[i] + y[i]; }
    }
    u64 sum = 0;
    par add :reduce(+ sum) { for (u32 i in 0..N) sum = sum + y[i]; }
    printf("%u\n", sum);
    return 0;
}
// expect: 21499978500000
