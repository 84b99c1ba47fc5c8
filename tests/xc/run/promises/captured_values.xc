// Scalars and structs around a block are read in it as they were before it; its own locals are each item's.
#import "Par.xc"
#use Stdio
struct Pair { i32 a; float b; };
i32 outer = 5;
float out[6];

i32 main(void)
    {
    bool flag = true;
    i64 big = -4000000000;
    Pair pair = {2, 0.5};
    double d = 0.25d;
    par
        {
        for (u32 i in 0..6)
            {
            i32 mine = 0;
            for (u32 k in 0..i) mine += 1;
            out[i] = (float)(mine + pair.a + outer) + pair.b + (float)d + (flag ? 1.0 : 0.0) + (big < 0 ? 10.0 : 0.0);
            }
        }
    printf("%.2f %.2f\n", out[0], out[5]);                      // expect: 18.75 23.75
    printf("%d %d %.1f %lld\n", outer, pair.a, pair.b, big);   // expect: 5 2 0.5 -4000000000
    return 0;
    }
