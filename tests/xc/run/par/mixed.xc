// Structs, helpers that read globals, pointers and nested arrays in par blocks.
#import "Par.xc"
#import "Math.xc"
#use Stdio
#define W 64
#define H 48
struct V { float x, y, z; };
struct M { u8 tag; double d; i16 s[2]; };
u32 image[W * H];
V pts[100];
M ms[50];
u32 grid2[H][W];
i32 scale = 3;
i32 lut[4] = {5, 6, 7, 8};
float dot(V a, V b) { return a.x * b.x + a.y * b.y + a.z * b.z; }
V addv(V a, V b) { V r = {a.x + b.x, a.y + b.y, a.z + b.z}; return r; }
i32 look(i32 i) { if (i < 0) return -1; for (i32 k in 0..4) { if (lut[k] == i) return k * scale; } return lut[i & 3]; }
i32 main(void)
{
    par shade :grid(W, H)
    {
        if (par.x == 0 || par.y == 0)
        {
            image[par.y * par.width + par.x] = 0;
            return;
        }
        image[par.y * W + par.x] = par.x ^ par.y;
        grid2[par.y][par.x] = par.x * 2;
    }
    u32 s = 0;
    for (u32 i in 0..W * H) s += image[i] * (i + 1) + grid2[i / W][i % W];
    printf("%u\n", s);
    V off = {1.0, 2.0, 3.0};
    double total = 0.0d;
    i32 m = 100000;
    u8 bits = 0;
    bool all = true;
    u64 prod = 1;
    par :reduce(+ total) :reduce(min m) :reduce(| bits) :reduce(& all) :reduce(* prod)
    {
        for (u32 i in 0..100)
        {
            V p = {i, i * 2, (float)i / 4.0};
            pts[i] = addv(p, off);
            pts[i].y += 0.5;
            total += dot(pts[i], off);
            i32 t[3] = {(i32)i - 5, 7};
            if (look(t[0]) < m) m = look(t[0]);
            bits |= (u8)1 << (u8)(i & 7);
            all = all & (i < 100);
            if (i % 10 == 1) prod *= i;
        }
    }
    printf("%.3f %d %u %d %llu %.2f %.2f\n", total, m, bits, all, prod, pts[99].y, pts[50].z);
    float* p = new float[1000];
    u32 n = 1000;
    i32 lo = 10;
    par { for (i32 i in lo...n - 1) p[i] = Math.sqrt((float)i) + Math.sin(p[i]); }
    float q = 0;
    for (u32 i in 0..n) q += p[i];
    printf("%.2f\n", q);
    par { for (u32 i in 0..50) { ms[i].tag = (u8)i; ms[i].d = i * 0.5d; ms[i].s[i & 1] = -(i16)i; } }
    printf("%u %f %d %d\n", ms[49].tag, ms[49].d, ms[49].s[1], ms[48].s[0]);
    delete p;
    return 0;
}
// expect: 146826648
// expect: 29962.500 -1 255 1 478015854767451 200.50 15.50
// expect: 21046.53
// expect: 49 24.500000 -49 -48
