// Accepted in silence: an item's own element read and rewritten, a fixed offset used consistently, an
// index table into what is not written, and a grid's own point in any order of the terms.
#import "Par.xc"
#use Stdio
u32 a[100], b[110], g[100], idx[100], image[30 * 20];

i32 main(void)
    {
    par { for (u32 i in 0..100) { a[i] = i; b[i] = 1; g[i] = i * i; idx[i] = 99 - i; } }
    par { for (u32 i in 0..100) b[i] = b[i] + a[i]; }
    par { for (u32 i in 0..99) { b[i + 1] = a[i] + 5; b[i + 1] += 1; } }
    par { for (u32 i in 0..100) a[i] = g[idx[i]]; }
    par :grid(30, 20) { image[par.y * par.width + par.x] = par.x ^ par.y; }
    par :grid(30, 20) { u32 row = par.y * 30; image[par.x + row] += 1; }
    printf("%u %u %u %u\n", b[1], b[99], a[0], image[599]);     // expect: 6 104 9801 15
    return 0;
    }
