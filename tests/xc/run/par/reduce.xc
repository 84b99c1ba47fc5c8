// The seven reductions, on every width, with starting values, ranges of every shape.
#import "Par.xc"
#use Stdio
u32 global_sum;
void main(void)
{
    u8 narrow = 250;
    i8 low = 100;
    i16 high = -30000;
    u64 product = 3;
    u32 ands = 0xFFFF_FFFF;
    u32 ors = 1;
    u32 xors = 7;
    double total = 0.5d;
    float best = -1.0;
    bool all = true;
    bool any = false;
    u32 untouched = 17;
    global_sum = 1000;
    par :reduce(+ narrow) :reduce(min low) :reduce(max high) :reduce(* product) :reduce(& ands)
        :reduce(| ors) :reduce(^ xors) :reduce(+ total) :reduce(max best) :reduce(& all)
        :reduce(| any) :reduce(+ global_sum) :reduce(+ untouched)
    {
        for (u32 i in 1...1000)
        {
            narrow += 1;
            if ((i8)(i % 50) - 20 < low)
                low = (i8)(i % 50) - 20;
            if ((i16)i > high)
                high = (i16)i;
            if (i % 100 == 0)
                product *= i / 100;
            ands &= ~((u32)1 << (i & 3));
            ors |= (u32)1 << (i % 20);
            xors ^= i;
            total += (double)i;
            best = (float)i / 8.0 > best ? (float)i / 8.0 : best;
            all = all & (i > 0);
            any = any | (i == 500);
            global_sum += i;
        }
    }
    printf("%u %d %d %llu\n", narrow, low, high, product);      // expect: 226 -20 1000 10886400
    printf("%x %x %u %f %f\n", ands, ors, xors, total, best);   // expect: fffffff0 fffff 1007 500500.500000 125.000000
    printf("%u %u %u %u\n", all, any, global_sum, untouched);   // expect: 1 1 501500 17
    u32 n = 5, m = 5;
    u32 runs = 0;
    par { for (u32 i in 3..3) { } }
    par :reduce(+ runs) { for (u32 i in n..m) runs++; }
    par :reduce(+ runs) { for (u32 i in n + 5..m) runs++; }
    par :reduce(+ runs) { for (i32 i in -3...3) runs++; }
    par :reduce(+ runs) { for (u8 i in 0..200) { if (i & 1) continue; runs += 10; } }
    printf("%u\n", runs);   // expect: 1007
    i64 sum = 0;
    for (i64 outer in 0..3)
        par :reduce(+ sum) { for (i64 i in outer..10) sum += i * outer; }
    printf("%lld\n", sum);  // expect: 133
}
