// Structs that hold arrays: a global one is written by element, any is read, copied and passed on.
#import "Par.xc"
#use Stdio
struct In { u16 k; u8 bytes[3]; };
struct G { u32 n; u32 v[100]; float w[4][4]; In small[5]; };
G g;
u32 total(void) { return g.v[1] + g.small[2].bytes[1]; }
u32 of(In small) { return small.k + small.bytes[2]; }
u32 around(G given, u32 n)
{
    u32 sum = 0;
    par :reduce(+ sum) { for (u32 i in 0..n) sum += given.v[i] + given.small[i].k; }
    return sum;
}
// Fields behind a pointer are told apart, too, and those of an array of structs.
void scaled(G* w, In* items, u32 n)
{
    par { for (u32 i in 0..n) w.v[i] = w.n * i; }
    par { for (u32 i in 0..5) items[i].bytes[0] = items[(i + 1) % 5].k & 0xFF; }
    par { for (u32 i in 0..4) { w.small[i].k = w.v[i + 1]; w.w[0][i] = w.n; } }
}
i32 main(void)
{
    g.n = 5;
    G local;
    local.v[3] = 9;
    local.n = 2;
    local.small[1].k = 700;
    local.small[1].bytes[2] = 7;
    u32 out[100];
    par { for (u32 i in 0..100) g.v[i] = i + g.n; }
    par { for (u32 i in 0..5) { g.small[i].k = i * 100; g.small[i].bytes[1] = i; g.small[i].bytes[2] = g.small[i].k; } }
    par :grid(4, 4) { g.w[par.y][par.x] = par.x * 0.5 + par.y; }
    par { for (u32 i in 0..100) out[i] = g.v[i] + local.v[3] + local.n; }
    par { for (u32 i in 0..100) { In mine = local.small[i % 5]; out[i] += of(mine) + total(); } } // checks: nothing was stored
    printf("%u %u %u %u\n", g.v[99], g.small[4].k, g.small[4].bytes[1], g.small[4].bytes[2]);   // expect: 104 400 4 144
    printf("%.1f %u %u %u\n", g.w[3][2], out[99], out[1], around(g, 5));                // expect: 4.0 123 732 1035
    scaled(&g, g.small, 100);
    printf("%u %u %u %.1f\n", g.v[99], g.small[2].bytes[0], g.small[3].k, g.w[0][3]);   // expect: 495 44 20 5.0
    return 0;
}
