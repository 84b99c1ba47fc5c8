// SPDX-License-Identifier: Apache-2.0
// A loop with reductions: every element is a work item of its own, the sum and the greatest value
// are combined at the end.
#import "Par.xc"
#use Stdio

u32 a[100000];

i32 main(void)
{
    u32 sum = 0;
    u32 best = 0;
    par fill :reduce(+ sum) :reduce(max best)
    {
        for (u32 i in 0..100000)
        {
            a[i] = (i * 3) % 1000;
            sum = sum + a[i];
            if (a[i] > best) best = a[i];
        }
    }
    printf("sum %u, greatest %u\n", sum, best);
    return 0;
}
// expect: sum 49950000, greatest 999
