// What the independence check accepts in silence, and that it computes what it says.
#import "Par.xc"
#use Stdio
#define W 24
#define H 10
u32 m[W * H];
u32 a[4096];
u32 b[4096];
u8 bytes[512];

u32 sum(u32* p, u32 n) { u32 s = 0; for (u32 i in 0..n) s = s * 31 + p[i]; return s; }
void put(u32 at, u32 v) { u32 twice = at * 2; a[twice] = v; a[twice + 1] = a[twice] + 1; }

i32 main(void)
{
    // Columns: the items' stride lies below the loop's.
    par columns { for (u32 x in 0..W) for (u32 y in 0..H) m[y * W + x] = x * 100 + y; }
    par running
    {
        for (u32 x in 0..W)
            for (u32 y in 1..H) m[y * W + x] = m[y * W + x] + m[(y - 1) * W + x];
    }
    printf("%u\n", sum(m, W * H));
    // An index that folds nothing, and one that only swaps neighbours.
    par { for (u32 i in 0..8) a[i & 7] = i; }
    par { for (u32 i in 0..10) { a[i % 10] += 3; } }
    par { for (u32 i in 0..1000) b[i ^ 1] = i; }
    par { for (u32 i in 0..1000) b[i ^ 1] = b[i ^ 1] * 2; }
    printf("%u %u\n", sum(a, 10), sum(b, 1000));
    // Narrow numbers that fit.
    par { for (u8 i in 0..100) bytes[i * 2 + 1] = i; }
    par { for (u8 i in 1..200) bytes[i - 1] = bytes[i - 1] + 1; }
    par { for (u32 i in 0..200) { u8 k = i; bytes[k] += 1; } }
    u32 s = 0;
    for (u32 i in 0..512) s = s * 7 + bytes[i];
    printf("%u\n", s);
    // One array by two names, each item at its own element.
    u32* p = a;
    par { for (u32 i in 0..1000) { a[i] = i; p[i] = p[i] + 1; a[i] = a[i] * 2; } }
    printf("%u\n", sum(a, 1000));
    // Two arrays that change places.
    u32* from = a;
    u32* to = b;
    for (u32 step in 0..3)
    {
        par { for (u32 i in 1..1000) to[i] = from[i] + from[i - 1]; }
        u32* t = from;
        from = to;
        to = t;
    }
    printf("%u %u\n", sum(from, 1000), sum(to, 1000));
    par { for (u32 i in 0..500) put(i, i); }
    par { for (u32 i in 0..50) for (u32 j in 0..4) for (u32 k in 0..3) a[i * 12 + j * 3 + k] += j * k; }
    printf("%u\n", sum(a, 1000));
    return 0;
}
// expect: 2735225168
// expect: 2132818148 3782833944
// expect: 3204670357
// expect: 524030184
// expect: 1846821496 178495838
// expect: 3826307608
