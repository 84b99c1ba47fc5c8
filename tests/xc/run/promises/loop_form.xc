// A par block runs its loop's range, a..b without b and a...b with it, in steps of one, each item once.
#import "Par.xc"
#use Stdio
u32 hits[20];

i32 main(void)
    {
    u32 from = 3;
    par half_open { for (u32 i in from..7) hits[i] += 1; }
    par { for (u32 i in 10...12) hits[i] += 1; }
    par { for (u32 i in 15..15) hits[i] += 1; }
    for (u32 i in 0..20) printf("%u", hits[i]);
    printf("\n");                               // expect: 00011110001110000000
    return 0;
    }
