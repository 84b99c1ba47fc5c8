// par is no reserved word: a variable, a function and a field may have that name, also beside blocks.
#import "Par.xc"
#use Stdio
struct Golf { u32 par; };
u32 a[10];
u32 twice(u32 par) { return par * 2; }

i32 main(void)
    {
    u32 par = 4;
    Golf g = {par + 1};
    par = twice(par) + g.par;
    par { for (u32 i in 0..10) a[i] = i + par; }
    printf("%u %u\n", par, a[9]);               // expect: 13 22
    return 0;
    }
