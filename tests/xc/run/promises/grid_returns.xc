// return; ends the work item, and only that.
#import "Par.xc"
#use Stdio
u32 a[64];

i32 main(void)
    {
    u32 after = 0;
    par :grid(8, 8) :reduce(+ after)
        {
        u32 at = par.y * par.width + par.x;
        a[at] = 1;
        if (par.x == par.y)
            return;
        if (par.x == 0)
            {
            a[at] = 2;
            return;
            }
        a[at] = 3;
        after += 1;
        }
    u32 ones = 0, twos = 0, threes = 0;
    for (u32 i in 0..64)
        {
        if (a[i] == 1) ones += 1;
        if (a[i] == 2) twos += 1;
        if (a[i] == 3) threes += 1;
        }
    printf("%u %u %u %u\n", ones, twos, threes, after);         // expect: 8 7 49 49
    return 0;
    }
