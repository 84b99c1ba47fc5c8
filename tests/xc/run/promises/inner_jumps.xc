// break and continue work inside the body's own loops and switches, in both shapes of block.
#import "Par.xc"
#use Stdio
u32 a[16], b[16];

i32 main(void)
    {
    par :grid(4, 4)
        {
        u32 at = par.y * par.width + par.x;
        for (u32 k in 0..100)
            {
            if (k & 1)
                continue;
            if (k > at)
                break;
            a[at] += k;
            }
        switch (at & 3)
            {
            case 0: a[at] += 1000; break;
            case 1: a[at] += 2000;
            case 2: a[at] += 4000; break;
            default: break;
            }
        }
    par
        {
        for (u32 i in 0..16)
            {
            if (i == 3)
                continue;
            u32 k = 0;
            while (true)
                {
                k += 1;
                if (k > i)
                    break;
                }
            b[i] = k;
            }
        }
    printf("%u %u %u %u\n", a[0], a[9], a[10], a[15]);          // expect: 1000 6020 4030 56
    printf("%u %u %u\n", b[2], b[3], b[15]);                    // expect: 3 0 16
    return 0;
    }
