// SPDX-License-Identifier: Apache-2.0
// The pull of 8192 bodies on each other, all pairs: division and square root in a uniform loop.
// Prints how many bodies are pulled right, in hundreds, rounded, and exactly; with an argument also
// the best time in ms.
#import "Par.xc"
#import "Math.xc"
#import "lib/Timer.xc"
#use Stdio
#define N 8192

float px[N];
float py[N];
float pz[N];
float mass[N];
float ax[N];
float ay[N];
float az[N];

u32 hash(u32 v)
{
    v = (v ^ (v >> 16)) * 0x7feb352d;
    v = (v ^ (v >> 15)) * 0x846ca68b;
    return v ^ (v >> 16);
}

// In [-1, 1), exact.
float place(u32 v) { return (float)(i32)(hash(v) >> 8) * (1.0 / 8388608.0) - 1.0; }

void forces(void)
{
    par forces
    {
        for (u32 i in 0..N)
        {
            float x = px[i];
            float y = py[i];
            float z = pz[i];
            float fx = 0.0;
            float fy = 0.0;
            float fz = 0.0;
            for (u32 j in 0..N)
            {
                float dx = px[j] - x;
                float dy = py[j] - y;
                float dz = pz[j] - z;
                float d2 = dx * dx + dy * dy + dz * dz + 0.0001;
                float pull = mass[j] / (d2 * Math.sqrt(d2));
                fx = fx + dx * pull;
                fy = fy + dy * pull;
                fz = fz + dz * pull;
            }
            ax[i] = fx;
            ay[i] = fy;
            az[i] = fz;
        }
    }
}

i32 main(i32 argc, u8** argv)
{
    par bodies
    {
        for (u32 i in 0..N)
        {
            px[i] = place(i * 4);
            py[i] = place(i * 4 + 1);
            pz[i] = place(i * 4 + 2);
            mass[i] = place(i * 4 + 3) + 1.5;
        }
    }
    forces();
    u32 right = 0;
    par count :reduce(+ right) { for (u32 i in 0..N) if (ax[i] > 0.0) right = right + 1; }
    printf("%u %u\n", (right + 50) / 100, right);
    if (argc < 2) return 0;
    double best = 1.0e9d;
    for (i32 run in 0..5)
    {
        double begin = Timer.milliseconds();
        forces();
        double took = Timer.milliseconds() - begin;
        if (took < best) best = took;
    }
    printf("ms %.3f\n", best);
    return 0;
}
// expect: 41 4112
