// SPDX-License-Identifier: Apache-2.0
// k-means: each point goes to the nearest of K centres, each centre to the middle of its points,
// until nothing changes. The points are clouds around K places; the order of the sums is fixed, so
// that the result does not depend on the threads.
#import "Par.xc"
#use Stdio

#define N 20000
#define K 5

i32 px[N];
i32 py[N];
u8 group[N];
i32 cx[K];
i32 cy[K];
i64 sums_x[K];
i64 sums_y[K];
u32 counts[K];

u32 hash(u32 v)
{
    v = (v ^ (v >> 16)) * 0x7feb352d;
    v = (v ^ (v >> 15)) * 0x846ca68b;
    return v ^ (v >> 16);
}

// Around place `i % K`, more often near than far.
i32 around(u32 i, u32 salt)
{
    i32 place = (i32)(hash((i % K) * 2 + salt) % 8000);
    i32 off = (i32)(hash(i * 4 + salt) % 600) + (i32)(hash(i * 4 + salt + 2) % 600);
    return place + off - 600;
}

// How many points change their group.
u32 assign(void)
{
    u32 moved = 0;
    par assign :reduce(+ moved)
    {
        for (u32 i in 0..N)
        {
            u8 best = 0;
            i64 least = 0x7fffffffffffffff;
            for (u8 k in 0..K)
            {
                i64 dx = (i64)px[i] - cx[k];
                i64 dy = (i64)py[i] - cy[k];
                i64 d = dx * dx + dy * dy;
                if (d < least)
                {
                    least = d;
                    best = k;
                }
            }
            if (group[i] != best) moved = moved + 1;
            group[i] = best;
        }
    }
    return moved;
}

// One item a centre: no two write one sum.
void centre(void)
{
    par centre
    {
        for (u32 k in 0..K)
        {
            i64 x = 0;
            i64 y = 0;
            u32 n = 0;
            for (u32 i in 0..N)
            {
                if (group[i] == k)
                {
                    x += px[i];
                    y += py[i];
                    n++;
                }
            }
            sums_x[k] = x;
            sums_y[k] = y;
            counts[k] = n;
            if (n != 0)
            {
                cx[k] = (i32)(x / n);
                cy[k] = (i32)(y / n);
            }
        }
    }
}

i32 main(void)
{
    par points { for (u32 i in 0..N) { px[i] = around(i, 0); py[i] = around(i, 1); } }
    for (u32 k in 0..K)
    {
        cx[k] = px[k];
        cy[k] = py[k];
    }
    u32 rounds = 0;
    while (assign() != 0 || rounds == 0)
    {
        centre();
        rounds++;
    }
    printf("%u rounds\n", rounds);
    for (u32 k in 0..K) printf("%u: %u points around %d, %d\n", k, counts[k], cx[k], cy[k]);
    return 0;
}
// expect: 8 rounds
// expect: 0: 4000 points around 2, 5948
// expect: 1: 3896 points around 3871, 2966
// expect: 2: 4000 points around 1684, 440
// expect: 3: 4000 points around 5942, 2918
// expect: 4: 4104 points around 4548, 3185
