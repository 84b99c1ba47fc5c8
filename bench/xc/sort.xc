// SPDX-License-Identifier: Apache-2.0
// Sorts 200,000 numbers, quicksort with insertion sort at the ends: branches, loads and stores through pointers.
// Prints a checksum; with an argument also the best time in ms.
#import "lib/Timer.xc"
#use Stdio
#define N 200000

u32 numbers[N];

void sort(u32* a, i32 low, i32 high)
{
    while (high - low > 16)
    {
        i32 middle = low + (high - low) / 2;
        u32 pivot = a[middle];
        i32 i = low, j = high;
        while (i <= j)
        {
            while (a[i] < pivot) i++;
            while (a[j] > pivot) j--;
            if (i <= j)
            {
                u32 t = a[i];
                a[i] = a[j];
                a[j] = t;
                i++;
                j--;
            }
        }
        if (j - low < high - i) { sort(a, low, j); low = i; }
        else { sort(a, i, high); high = j; }
    }
    for (i32 k = low + 1; k <= high; k++)
    {
        u32 v = a[k];
        i32 to = k;
        while (to > low && a[to - 1] > v) { a[to] = a[to - 1]; to--; }
        a[to] = v;
    }
}

u32 work(void)
{
    u32 x = 1;
    for (u32 i in 0..N) { x = x * 1664525 + 1013904223; numbers[i] = x >> 4; }
    sort(numbers, 0, N - 1);
    u32 sum = 0;
    for (u32 i in 0..N) sum = sum * 31 + numbers[i];
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
// expect: 2183800222
