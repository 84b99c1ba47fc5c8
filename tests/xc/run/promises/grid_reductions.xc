// Reductions and :goal work in a grid as in the loop form, in any order of the clauses.
#import "Par.xc"
#use Stdio

i32 main(void)
    {
    u32 n = 1, most = 0, m = 1, top = 0;
    par :goal(accuracy) :reduce(+ n) :grid(30, 20) :reduce(max most)
        {
        n += 1;
        if (par.x * par.y > most) most = par.x * par.y;
        }
    par :reduce(+ m) :goal(speed) :reduce(max top)
        {
        for (u32 i in 0..600)
            {
            m += 1;
            if ((i % 30) * (i / 30) > top) top = (i % 30) * (i / 30);
            }
        }
    printf("%u %u %u %u\n", n, most, m, top);                   // expect: 601 551 601 551
    return 0;
    }
