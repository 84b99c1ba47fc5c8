// SPDX-License-Identifier: Apache-2.0
// Bodies that pull on each other, all pairs. Energy is kept but for what the steps lose.
#import "Par.xc"
#import "Math.xc"
#use Stdio

#define N 1024
#define STEP 0.01

float px[N], py[N], pz[N];
float vx[N], vy[N], vz[N];
float mass[N];

u32 hash(u32 v)
{
    v = (v ^ (v >> 16)) * 0x7feb352d;
    v = (v ^ (v >> 15)) * 0x846ca68b;
    return v ^ (v >> 16);
}

// In [-1, 1), exact.
float place(u32 v) { return (float)(i32)(hash(v) >> 8) * (1.0 / 8388608.0) - 1.0; }

void start(void)
{
    par start
    {
        for (u32 i in 0..N)
        {
            px[i] = place(i * 4);
            py[i] = place(i * 4 + 1);
            pz[i] = place(i * 4 + 2);
            mass[i] = (place(i * 4 + 3) + 1.5) * (1.0 / N);
            vx[i] = 0.0;
            vy[i] = 0.0;
            vz[i] = 0.0;
        }
    }
}

// Two blocks: each reads what the one before has written.
void advance(void)
{
    par pull
    {
        for (u32 i in 0..N)
        {
            float fx = 0.0;
            float fy = 0.0;
            float fz = 0.0;
            for (u32 j in 0..N)
            {
                float dx = px[j] - px[i];
                float dy = py[j] - py[i];
                float dz = pz[j] - pz[i];
                float d2 = dx * dx + dy * dy + dz * dz + 0.01;
                float pull = mass[j] / (d2 * Math.sqrt(d2));
                fx += dx * pull;
                fy += dy * pull;
                fz += dz * pull;
            }
            vx[i] += fx * STEP;
            vy[i] += fy * STEP;
            vz[i] += fz * STEP;
        }
    }
    par move
    {
        for (u32 i in 0..N)
        {
            px[i] += vx[i] * STEP;
            py[i] += vy[i] * STEP;
            pz[i] += vz[i] * STEP;
        }
    }
}

// A sum in double, where its order does not show in what is printed.
double energy(void)
{
    double total = 0.0d;
    par energy :reduce(+ total)
    {
        for (u32 i in 0..N)
        {
            double mine = 0.5d * (vx[i] * vx[i] + vy[i] * vy[i] + vz[i] * vz[i]);
            for (u32 j in 0..N)
            {
                float dx = px[j] - px[i];
                float dy = py[j] - py[i];
                float dz = pz[j] - pz[i];
                if (j != i) mine -= 0.5d * mass[j] / Math.sqrt(dx * dx + dy * dy + dz * dz + 0.01);
            }
            total += mine * mass[i];
        }
    }
    return total;
}

i32 main(void)
{
    start();
    printf("energy %.4f\n", energy());
    for (u32 step in 0..10) advance();
    printf("energy %.4f\n", energy());
    return 0;
}
// expect: energy -1.0728
// expect: energy -1.0732
