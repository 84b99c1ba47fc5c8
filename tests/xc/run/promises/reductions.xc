// Each operator combines what the items say with the variable's value before the block.
#import "Par.xc"
#use Stdio
i32 v[1000];

i32 main(void)
    {
    for (i32 i in 0..1000) v[i] = (i * 37) % 1001 - 500;
    i64 sum = 7;
    u32 product = 3;
    u16 bits = 0xfff0, any = 1, odd = 9;
    i32 low = 0, high = 0;
    par :reduce(+ sum) :reduce(* product) :reduce(& bits) :reduce(| any) :reduce(^ odd) :reduce(min low) :reduce(max high)
        {
        for (u32 i in 0..1000)
            {
            sum = sum + v[i];
            product *= 2 * i + 1;
            bits &= (u16)(0xff00 | i);
            any |= (u16)(i << 1);
            odd = odd ^ (u16)i;
            if (v[i] < low) low = v[i];
            high = v[i] > high ? v[i] : high;
            }
        }
    printf("%lld %u %u %u %u %d %d\n", sum, product, bits, any, odd, low, high);
    // expect: -457 3205172083 65280 2047 9 -500 500
    // What is better than all items stays.
    i32 best = 100000;
    par :reduce(max best) { for (u32 i in 0..1000) if (v[i] > best) best = v[i]; }
    u64 untouched = 11;
    par :reduce(+ untouched) { for (u32 i in 0..0) untouched += 1; }
    printf("%d %llu\n", best, untouched);                       // expect: 100000 11
    return 0;
    }
