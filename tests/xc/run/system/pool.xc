// Pool.forRange: each index once, however many threads; nested, with par blocks, with objects.
#use Stdio
#import "Pool.xc"
#import "Par.xc"
#import "Mutex.xc"
#import "Array.xc"
#import "Atomic.xc"
#import "Number.xc"

u8 seen[10000];
void mark(i32 k) { seen[k + 5000]++; }
class Sum
{
    Atomic* total;
    void init(void) { total = new Atomic; }
    void add(i32 k) { total.add(k); }
}

u32 once(i32 lo, i32 hi)
{
    u32 wrong = 0;
    for (i32 k in -5000..5000)
    {
        if (seen[k + 5000] != (k >= lo && k < hi ? 1 : 0)) wrong++;
        seen[k + 5000] = 0;
    }
    return wrong;
}

i32 main(void)
{
    Pool.forRange(-5000, 5000, &mark);
    printf("%u\n", once(-5000, 5000));                          // expect: 0
    for (i32 n in 0..40) { Pool.forRange(-3, n, &mark); if (once(-3, n)) printf("wrong\n"); }
    Pool.forRange(5, 5, &mark);
    Pool.forRange(5, -5, &mark);
    Pool.forRange(3, 3, (callback void(i32))0);
    printf("%u\n", once(0, 0));                                 // expect: 0
    Sum* sum = new Sum;
    Pool.forRange(1, 1001, &sum.add);
    printf("%lld\n", sum.total.load());                         // expect: 500500
    Mutex* m = new Mutex;
    Array* all = new Array;
    Pool.forRange(0, 500, { Number* n = Number.withI32(index); m.lock(); all.add(n); m.unlock(); });
    i32 total = 0;
    for (Number* n in all) total += n.i32Value();
    printf("%u %d\n", all.count(), total);                      // expect: 500 124750
    // Inside each other and with par blocks.
    u32 grid[64];
    u32* cells = grid;
    Pool.forRange(0, 8, {
        i32 row = index;
        Pool.forRange(0, 8, { cells[row * 8 + index] = (u32)(row * index); });
        u32 squares[100];
        par { for (u32 k in 0..100) squares[k] = k * k; }
        cells[row * 8] = squares[row];
    });
    u32 right = 0;
    for (u32 r in 0..8) for (u32 k in 0..8) right += grid[r * 8 + k] == (k ? r * k : r * r);
    printf("%u\n", right);                                      // expect: 64
    // The whole width of the type.
    block:Atomic* ends = new Atomic;
    Pool.forRange(2147483640, 2147483647, { ends.add(index); });
    Pool.forRange(-2147483648, -2147483645, { ends.add(index); });
    printf("%lld\n", ends.load());                              // expect: 8589934560
    return 0;
}
