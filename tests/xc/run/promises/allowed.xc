// What a body may contain: arithmetic of every kind, structs, arrays of its own, captured and global
// arrays, reading globals, branches, nested loops, calls of such functions, and the GPU's mathematics.
#import "Par.xc"
#import "Math.xc"
#use Stdio
struct Ray { float at[3]; i32 hits; };
i32 limit = 40;
u8 table[16] = {1, 2, 3, 5, 8, 13, 21, 34, 55, 89, 144, 233, 7, 7, 7, 7};
float lengths[10];
Ray rays[10];

float length(Ray r) { return Math.sqrt(r.at[0] * r.at[0] + r.at[1] * r.at[1] + r.at[2] * r.at[2]); }
Ray step(Ray r, float by) { for (u32 k in 0..3) r.at[k] += by; r.hits += 1; return r; }
i32 collatz(u32 n) { i32 steps = 0; while (n > 1 && steps < limit) { n = n & 1 ? 3 * n + 1 : n / 2; steps += 1; } return steps; }

i32 main(void)
    {
    i64 total = 0;
    par :reduce(+ total)
        {
        for (u32 i in 0..10)
            {
            Ray r = {{1.0, 2.0, 2.0}, 0};
            u16 own[8];
            for (u32 k in 0..8) own[k] = table[(i + k) % 16];
            for (u32 k in 0..3)
                {
                if (own[k] % 2 == 0)
                    continue;
                r = step(r, (float)own[k]);
                }
            double d = (double)i * 0.5d;
            bool far = length(r) > 10.0 || !(d < 3.0d);
            rays[i] = r;
            lengths[i] = length(r) + (float)Math.pow(d, 2.0d) + Math.sin(0.0) + Math.cos(0.0) + Math.exp(0.0) + Math.ln(1.0);
            total += collatz(i + 7) + (far ? 1000 : 0) + (i64)own[7] * 3 - (own[1] >> 1) + (own[2] ^ i);
            }
        }
    printf("%lld %d %.3f %.3f %.3f\n", total, rays[4].hits, lengths[0], lengths[4], lengths[9]);
    // expect: 11288 2 11.849 67.782 582.858
    return 0;
    }
