// Blocks in branches, loops and switches; ranges far from zero, empty and reversed; order within an item.
#import "Par.xc"
#use Stdio

u32 a[1000], b[1000];
i64 far[16];
u8 small[300];
struct Pair { i32 x; i32 y; };
Pair pairs[50];

u64 either(bool flag, u32 n)
    {
    u64 sum = 0;
    if (flag)
        par one :reduce(+ sum) { for (u32 i in 0..n) sum += i; }
    else
        par two :reduce(+ sum) { for (u32 i in 0..n) sum += 2; }
    return sum;
    }

u32 chosen(u8 which)
    {
    u32 best = 0;
    switch (which)
        {
        case 0:
            par :reduce(max best) { for (u32 i in 0..100) if (i * 7 % 64 > best) best = i * 7 % 64; }
        case 1:
            par :reduce(max best) { for (u32 i in 0..10) if (i > best) best = i; }
            break;
        default:
            par :grid(3, 2) :reduce(max best) { if (par.x + par.y > best) best = par.x + par.y; }
        }
    return best;
    }

i32 sign_of(i32 v) { if (v < 0) return -1; if (v == 0) return 0; return 1; }

u64 count_i32(i32 from, i32 to) { u64 n = 0; par :reduce(+ n) { for (i32 i in from..to) n++; } return n; }
u64 count_i64(i64 from, i64 to) { u64 n = 0; par :reduce(+ n) { for (i64 i in from..to) n++; } return n; }
u64 count_u64(u64 from, u64 to) { u64 n = 0; par :reduce(+ n) { for (u64 i in from..to) n++; } return n; }
u64 count_u8(u8 from, u8 to) { u64 n = 0; par :reduce(+ n) { for (u8 i in from...to) n++; } return n; }
i64 sum_i64(i64 from, i64 to) { i64 n = 0; par :reduce(+ n) { for (i64 i in from..to) n += i; } return n; }

void main(void)
    {
    printf("%llu %llu %llu %llu\n", either(true, 1000), either(false, 1000), either(true, 0), either(false, 1));
    // expect: 499500 2000 0 2
    printf("%u %u %u\n", chosen(0), chosen(1), chosen(9));              // expect: 63 9 3
    u32 total = 0;
    for (u32 round in 0..5)
        {
        if (round == 3) continue;
        par { for (u32 i in 0..1000) a[i] = a[i] + i * round; }
        par :reduce(+ total) { for (u32 i in 0..10) total += a[i] + round; }
        }
    printf("%u %u\n", a[999], total);                                   // expect: 6993 565

    // Ranges.
    i32 low = -2147483647 - 1, high = 2147483647;
    printf("%llu %llu %llu\n", count_i32(low, low + 5), count_i32(high - 4, high), count_i32(5, -5));
    // expect: 5 4 0
    printf("%llu %llu\n", count_i64(-9223372036854775807 - 1, -9223372036854775800), count_i64(4294967290, 4294967300));
    // expect: 8 10
    printf("%llu %llu %llu\n", count_u64(18446744073709551610, 18446744073709551615), count_u64(9, 9), count_u64(10, 9));
    // expect: 5 0 0
    printf("%llu %llu %llu\n", count_u8(0, 255), count_u8(250, 255), count_u8(7, 7));       // expect: 256 6 1
    printf("%lld %lld\n", sum_i64(-1000, 1000), sum_i64(1099511627776, 1099511627780));     // expect: -1000 4398046511110
    u32 zero = 0;
    par :grid(zero, 7) :reduce(+ zero) { zero++; }
    par :grid(7, zero) :reduce(+ zero) { zero++; }
    par :grid(7, zero, 9) :reduce(+ zero) { zero++; }
    printf("%u\n", zero);                                               // expect: 0

    // A return, later stores and conditions; more items than threads.
    u32 handled = 0;
    par :grid(100, 10) :reduce(+ handled)
        {
        u32 at = par.y * par.width + par.x;
        b[at] = at;
        if (at % 3 == 0)
            return;
        b[at] += 1000;
        if (at % 7 == 0)
            b[at] += 5;
        handled++;
        }
    u32 wrong = 0;
    for (u32 at in 0..1000)
        {
        u32 want = at;
        if (at % 3 != 0) want += at % 7 == 0 ? 1005 : 1000;
        if (b[at] != want) wrong++;
        }
    printf("%u %u\n", handled, wrong);                                  // expect: 666 0

    // Joins, a name that is an index and a local, loops in an item, a break that never comes.
    i32 never = 0;
    par
        {
        for (u32 i in 0..50)
            {
            i32 k = i;
            i32 s = 0;
            for (i32 j in 0..5) s += j * k;
            for (i32 j in 3..0) s += j;
            k = sign_of(k - 25);
            for (u32 n in 0..4) { if (never) break; s += k; }
            i32 at = 0;
            if (k > 0) { if (i > 40) at = 3; else at = 1; } else if (k == 0) at = 2;
            while (at > 1) { at--; s += 100; }
            Pair p = pairs[i];
            p.x += s;
            p.y = at - k;
            pairs[i] = p;
            i32 t = pairs[i].x;
            pairs[i].x = pairs[i].y;
            pairs[i].y = t;
            }
        }
    for (u32 i in 0..50) { if (i % 12 == 1) printf("%d %d  ", pairs[i].x, pairs[i].y); }
    printf("\n");                                                       // expect: 1 12  1 132  1 356  0 380  0 700  
    // Every width's index past its sign bit.
    par { for (u8 i in 0...255) small[i] = 255 - i; }
    par { for (i32 i in -8..8) far[i + 8] = (i64)i * 4294967296; }
    printf("%u %u %lld %lld\n", small[0], small[255], far[0], far[15]); // expect: 255 0 -34359738368 30064771072
    }
