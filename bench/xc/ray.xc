// SPDX-License-Identifier: Apache-2.0
// A ray tracer: nine mirroring balls over a chequered floor, 640 x 480 pixels, up to five bounces: lanes
// leave at different times. Prints the sum of the grey values; with an argument also the best time in ms.
#import "Par.xc"
#import "Math.xc"
#import "lib/Timer.xc"
#use Stdio
#define WIDTH 640
#define HEIGHT 480
#define BALLS 9

struct Ball { float x, y, z, radius; };
Ball balls[BALLS];
u8 image[WIDTH * HEIGHT];

void place(void)
{
    for (u32 i in 0..BALLS)
    {
        balls[i].x = (float)(i % 3) * 2.2 - 2.2;
        balls[i].y = 0.4 + (float)(i % 4) * 0.3;
        balls[i].z = 4.0 + (float)(i / 3) * 1.9;
        balls[i].radius = 0.5 + (float)(i % 2) * 0.4;
    }
}

u32 work(void)
{
    place();
    u32 sum = 0;
    par ray :grid(WIDTH, HEIGHT) :reduce(+ sum)
    {
        float ox = 0.0;
        float oy = 1.2;
        float oz = -2.0;
        float dx = ((float)par.x - 320.0) * (1.0 / 400.0);
        float dy = (240.0 - (float)par.y) * (1.0 / 400.0);
        float dz = 1.0;
        float scale = 1.0 / Math.sqrt(dx * dx + dy * dy + dz * dz);
        dx *= scale;
        dy *= scale;
        dz *= scale;
        float light = 0.0;
        float left = 1.0;
        for (u32 bounce in 0..5)
        {
            float nearest = 1000.0;
            i32 hit = -1;
            for (u32 k in 0..BALLS)
            {
                float lx = balls[k].x - ox;
                float ly = balls[k].y - oy;
                float lz = balls[k].z - oz;
                float along = lx * dx + ly * dy + lz * dz;
                float apart = lx * lx + ly * ly + lz * lz - along * along;
                float inside = balls[k].radius * balls[k].radius - apart;
                if (inside <= 0.0) continue;
                float t = along - Math.sqrt(inside);
                if (t > 0.001 && t < nearest) { nearest = t; hit = (i32)k; }
            }
            if (dy < -0.0001)
            {
                float t = -oy / dy;
                if (t > 0.001 && t < nearest) { nearest = t; hit = BALLS; }
            }
            if (hit < 0)
            {
                light += left * (0.6 + 0.4 * dy);           // the sky
                break;
            }
            ox += dx * nearest;
            oy += dy * nearest;
            oz += dz * nearest;
            if (hit == BALLS)
            {
                u32 tile = ((u32)(ox + 1000.0) + (u32)(oz + 1000.0)) & 1;
                light += left * (tile != 0 ? 0.8 : 0.2) * (1.0 / (1.0 + 0.02 * nearest));
                break;
            }
            float r = 1.0 / balls[hit].radius;
            float nx = (ox - balls[hit].x) * r;
            float ny = (oy - balls[hit].y) * r;
            float nz = (oz - balls[hit].z) * r;
            float turn = 2.0 * (dx * nx + dy * ny + dz * nz);
            dx -= turn * nx;
            dy -= turn * ny;
            dz -= turn * nz;
            light += left * 0.1 * (1.0 + ny);
            left *= 0.7;
        }
        u8 grey = light > 1.0 ? (u8)255 : (u8)(light * 255.0);
        image[par.y * WIDTH + par.x] = grey;
        sum += grey;
    }
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
// expect: 45236589
