// Large arrays: local ones with initialisers in a block, a global of a tebibyte that is not touched.
#import "Par.xc"
#use Stdio
u32 a[100];
u8 untouched[1099511627776];
i32 main(void)
{
    par { for (u32 i in 0..100) { u32 l[5000] = {1, 2}; l[i * 50 + 3] = i; a[i] = l[1] + l[i * 50 + 3] + l[4999]; } }
    u32 s = 0;
    for (u32 i in 0..100) s += a[i];
    printf("%u\n", s);
    return 0;
}
// expect: 5150
