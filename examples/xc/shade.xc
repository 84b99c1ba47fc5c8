// SPDX-License-Identifier: Apache-2.0
// A grid: the work items are the pixels of an image, and the body is any code.
#import "Par.xc"
#use Stdio

#define W 1920
#define H 1080

u32 image[W * H];

i32 main(void)
{
    par shade :grid(W, H)
    {
        if (par.x == 0 || par.y == 0)
        {
            image[par.y * par.width + par.x] = 0;
            return;
        }
        image[par.y * par.width + par.x] = par.x ^ par.y;
    }
    u64 total = 0;
    par add :reduce(+ total) { for (u32 i in 0..W * H) total = total + image[i]; }
    printf("corner %u, total %u\n", image[W * H - 1], total);
    return 0;
}
// expect: corner 840, total 2053254588
