// A grid's sizes are integer expressions of any width, worked out once before the block runs.
#import "Par.xc"
#use Stdio
u32 calls;
u16 size(u16 n) { calls += 1; return n; }

i32 main(void)
    {
    u32 points = 0, widest = 0;
    u8 narrow = 3;
    i64 wide = 5;
    par :grid(narrow + 1, wide) :reduce(+ points) { points += 1; }
    par :grid(size(6), size(7)) :reduce(+ points) :reduce(max widest)
        {
        points += 1;
        if (par.width * 100 + par.height > widest)
            widest = par.width * 100 + par.height;
        }
    printf("%u %u %u\n", points, widest, calls);                // expect: 62 607 2
    // The size is that of before, also where the variable changes afterwards.
    u32 w = 4, sum = 0;
    par :grid(w, 2) :reduce(+ sum) { sum += par.width; }
    w = 9;
    printf("%u\n", sum);                                        // expect: 32
    // Values of a grid are u32: they wrap as one.
    u32 low = 4294967295;
    par :grid(3, 1) :reduce(min low) { if (par.x - 1 < low) low = par.x - 1; }
    u32 high = 0;
    par :grid(3, 1) :reduce(max high) { if (par.x - 1 > high) high = par.x - 1; }
    printf("%u %u\n", low, high);                               // expect: 0 4294967295
    return 0;
    }
