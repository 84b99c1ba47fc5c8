// SPDX-License-Identifier: Apache-2.0
// The Mandelbrot set. `xcc --run mandelbrot.xc set.pgm` writes a grey image. Items take very
// different times: threads that are done take over from those that are not.
#import "Par.xc"
#use Stdio

#define SIDE 768
#define STEPS 256

pointer fopen(string path, string mode);
u64 fwrite(pointer data, u64 size, u64 count, pointer file);
i32 fprintf(pointer file, string format, ...);
i32 fclose(pointer file);

u8 image[SIDE * SIDE];

u64 render(void)
{
    u64 total = 0;
    par mandelbrot :grid(SIDE, SIDE) :reduce(+ total)
    {
        float cx = -2.0 + (float)par.x * (3.0 / SIDE);
        float cy = -1.5 + (float)par.y * (3.0 / SIDE);
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
        image[par.y * par.width + par.x] = (u8)(255 - (n > 255 ? 255 : n));
        total = total + n;
    }
    return total;
}

i32 main(i32 argc, string args[])
{
    u64 total = render();
    printf("%u steps\n", total);
    if (argc < 2) return 0;
    pointer file = fopen(args[1], "wb");
    if (file == 0)
    {
        printf("cannot write %s\n", args[1]);
        return 1;
    }
    fprintf(file, "P5\n%d %d\n255\n", SIDE, SIDE);
    fwrite(image, 1, SIDE * SIDE, file);
    return fclose(file);
}
// expect: 28054778 steps
