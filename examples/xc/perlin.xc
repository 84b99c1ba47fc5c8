// SPDX-License-Identifier: Apache-2.0
// Gradient noise of four octaves on 1024 x 1024 pixels: integer hashing beside floats.
// Prints the mean grey in tenths and the exact sum.
#import "Par.xc"
#use Stdio
#define SIDE 1024

u8 image[SIDE * SIDE];

u32 hash(u32 x, u32 y)
{
    u32 v = x * 0x9e3779b1 + y * 0x85ebca6b;
    v = (v ^ (v >> 15)) * 0x2c1b3c6d;
    v = (v ^ (v >> 12)) * 0x297a2d39;
    return v ^ (v >> 15);
}

// One of eight gradients, times the way from the corner.
float pull(u32 x, u32 y, float dx, float dy)
{
    u32 h = hash(x, y) & 7;
    float u = h < 4 ? dx : dy;
    float v = h < 4 ? dy : dx;
    float a = (h & 1) != 0 ? -u : u;
    float b = (h & 2) != 0 ? -v : v;
    return a + 0.5 * b;
}

float fade(float t) { return t * t * t * (t * (t * 6.0 - 15.0) + 10.0); }

float noise(float x, float y)
{
    u32 ix = (u32)x;
    u32 iy = (u32)y;
    float fx = x - (float)ix;
    float fy = y - (float)iy;
    float a = pull(ix, iy, fx, fy);
    float b = pull(ix + 1, iy, fx - 1.0, fy);
    float c = pull(ix, iy + 1, fx, fy - 1.0);
    float d = pull(ix + 1, iy + 1, fx - 1.0, fy - 1.0);
    float u = fade(fx);
    float top = a + u * (b - a);
    float bottom = c + u * (d - c);
    return top + fade(fy) * (bottom - top);
}

u64 render(void)
{
    u64 total = 0;
    par perlin :grid(SIDE, SIDE) :reduce(+ total)
    {
        float x = (float)par.x * (1.0 / 64.0);
        float y = (float)par.y * (1.0 / 64.0);
        float sum = 0.0;
        float weight = 0.5;
        for (u32 octave in 0..4)
        {
            sum = sum + weight * noise(x, y);
            x = x * 2.0;
            y = y * 2.0;
            weight = weight * 0.5;
        }
        float grey = 128.0 + 127.0 * sum;
        u8 g = grey < 0.0 ? (u8)0 : grey > 255.0 ? (u8)255 : (u8)grey;
        image[par.y * par.width + par.x] = g;
        total = total + g;
    }
    return total;
}

i32 main(void)
{
    u64 total = render();
    printf("%u %u\n", total * 10 / (SIDE * SIDE), total);
    return 0;
}
// expect: 1275 133741235
