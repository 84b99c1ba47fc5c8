// Loops over parts of arrays and over what new T[n] made, .length, ranges that fill arrays.
#use Stdio
#import "Par.xc"

struct P { i32 x; u8 tag; };
struct Holder { u32* data; u32 n; };
class Bag
{
    u16* items;
    u16* other;
    i32 field[4];
    void init(u32 n) { items = new u16[n]; for (u32 i in 0..items.length) items[i] = i * 3; }
    u32 sum(void) { u32 s = 0; for (u16 v in items) s += v; return s; }
    void drop(void) { delete items; items = 0; }
}
u32 filled[4] = 2..6;
i8 down[] = 2...-2;
u16 rows[2][3] = {0..3, 300..303};
u32* kept;
u32* rack[3];
u32 calls;
u32 at(u32 v) { calls = calls * 10 + v; return v; }
u32* make(u32 n) { if (n == 0) return 0; return new u32[n]; }
u32 total(u32* values) { u32 s = 0; for (u32 v in values) s += v; return s * 100 + values.length; }
u32 same(u32* values) { return total(values); }

i32 main(void)
{
    u8 a[6] = {1, 2, 3, 4, 5, 6};
    for (u8 v in a[1..4]) printf("%u ", v);
    for (v in a[..3]) printf("%u ", v);
    for (u32 v in a[4..]) printf("%u ", v);
    for (u8 v in a[1...2]) printf("%u ", v);
    for (u8 v in a[...0]) printf("%u ", v);
    for (u8 v in a[..]) printf("%u ", v);
    printf("|\n");                              // expect: 2 3 4 1 2 3 5 6 2 3 1 1 2 3 4 5 6 |
    u32 k = 2;
    for (u8 v in a[k..]) { k = 5; printf("%u ", v); }
    for (u8 v in a[at(1)..at(3)]) printf("%u ", v);
    for (u8 v in a[4..2]) printf("never");
    i32 below = 3;
    for (u8 v in a[below..below - 1]) printf("never");
    printf("%u\n", calls);                      // expect: 3 4 5 6 2 3 13
    for (i in rows[1..]) for (v in i[1..]) printf("%u ", v);
    printf("%u %u %d %d\n", filled[0], filled[3], down[0], down[4]);     // expect: 301 302 2 5 2 -2
    P points[3] = {{1, 2}, {3, 4}, {5, 6}};
    for (P p in points[1..3]) printf("%d/%u ", p.x, p.tag);
    for (u8 v in a[2..]) { if (v == 4) continue; if (v == 6) break; printf("%u ", v); }
    printf("|\n");                              // expect: 3/4 5/6 3 5 |

    u32* block = new u32[5];
    for (u32 i in 0..block.length) block[i] = i + 1;
    printf("%u %u %u\n", block.length, total(block), same(new u32[2]));     // expect: 5 1505 2
    for (v in block) printf("%u ", v);
    for (u32 v in block[1..3]) printf("%u ", v);
    for (u32 v in block[3..]) printf("%u ", v);
    P* more = new P[2];
    more[1].x = 7;
    for (P p in more) printf("%d ", p.x);
    printf("%u\n", more.length);                // expect: 1 2 3 4 5 2 3 4 5 0 7 2
    u32* none = make(0);
    for (u32 v in none) printf("never");
    none = k > 2 ? block : make(3);
    i32* sign = (i32*)block;
    printf("%u %u %u\n", none.length, make(0).length, sign.length);     // expect: 5 0 5
    kept = make(4);
    rack[2] = new u32[9];
    Holder h = {new u32[6], 1};
    Holder g = h;
    printf("%u %u %u %u %u\n", kept.length, rack[2].length, rack[0].length, h.data.length, g.data.length); // expect: 4 9 0 6 6
    Bag* bag = new Bag(4);
    printf("%u %u %u\n", bag.sum(), bag.items.length, bag.other.length);    // expect: 18 4 0
    for (i32 v in bag.field[1..3]) printf("%d ", v);
    bag.drop();
    printf("%u\n", bag.items.length);           // expect: 0 0 0
    u32 sums[3];
    par { for (u32 i in 0..3) { for (u32 v in filled[i..i + 2]) sums[i] += v; } } // checks: nothing was stored
    u8 letters[3];
    par { for (u32 i in 0..3) letters[i] = "xyzw"[i + 1]; }
    printf("%u %u %u %c%c%c %c\n", sums[0], sums[1], sums[2], letters[0], letters[1], letters[2], "text"[k - 4]); // expect: 5 7 9 yzw e
    u8* written = (u8*)4096;                    // an address that is a constant
    printf("%u %llu\n", written == (u8*)4096, (u64)(written + 1));     // expect: 1 4097
    return 0;
}
