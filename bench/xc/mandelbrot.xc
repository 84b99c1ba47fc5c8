// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set on 2048 x 2048 pixels, up to 256 steps: items take very different times.
// Prints the steps in millions, rounded, and exactly; with an argument also the best time in ms.
#import "Par.xc"
#import "lib/Timer.xc"
#use Stdio
#define SIDE 2048
#define STEPS 256

u32 image[SIDE * SIDE];

u64 render(void)
{
    u64 total = 0;
    par mandelbrot :grid(SIDE, SIDE) :reduce(+ total)
    {
        float cx = -2.0 + (float)par.x * (3.0 / 2048.0);
        float cy = -1.5 + (float)par.y * (3.0 / 2048.0);
        float x = 0.0;
        float y = 0.0;
        u32 n = 0;
        while (n < STEPS)
        {
            float xx = x * x;
            float yy = y * y;
            if (xx + yy > 4.0) break;
            y = 2.0 * x * y + cy;
            x = xx - yy + cx;
            n++;
        }
        image[par.y * par.width + par.x] = n;
        total = total + n;
    }
    return total;
}

i32 main(i32 argc, u8** argv)
{
    u64 total = render();
    printf("%u %u\n", (total + 500000) / 1000000, total);
    if (argc < 2) return 0;
    double best = 1.0e9d;
    for (i32 run in 0..7)
    {
        double begin = Timer.milliseconds();
        render();
        double took = Timer.milliseconds() - begin;
        if (took < best) best = took;
    }
    printf("ms %.3f\n", best);
    return 0;
}
// expect: 199 199370695
