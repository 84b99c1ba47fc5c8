// new gives zeros, or null when there is no memory of that size, at every -O.
#use Stdio
struct Pair { i32 a; i64 b; };
u8* kept;

void main(void)
{
    u64 n = 1 << 60;
    u8* p = new u8[n];
    kept = new u8[n];
    printf("%u %u\n", p == 0, kept == 0);                    // expect: 1 1
    u64 m = 1 << 62;
    u64* q = new u64[m];                                     // 2^65 bytes
    u64* r = new u64[m * 2 + 1];                             // 2^66 + 8
    Pair* s = new Pair[0x1000000000000001];                  // 2^64 + 16
    printf("%u %u %u\n", q == 0, r == 0, s == 0);            // expect: 1 1 1
    i32 negative = -1;
    u8* t = new u8[negative];
    i8 small = -128;
    Pair* u = new Pair[small];
    printf("%u %u\n", t == 0, u == 0);                       // expect: 1 1
    u64 just_under = 0xFFFFFFFFFFFFFFFF;                     // with what new adds, beyond 2^64
    printf("%u %u\n", new u8[just_under] == 0, new u8[just_under - 8] == 0);   // expect: 1 1
    u32 none = 0;
    u32* v = new u32[none];
    printf("%u\n", v != 0);                                  // expect: 1
    delete v;
    Pair* w = new Pair[3];
    i64 sum = 0;
    for (i in 0..3) sum += w[i].a + w[i].b;
    w[2].b = 5;
    printf("%d %d\n", sum, w[2].b);                          // expect: 0 5
    delete w;
    u8* nothing = 0;
    delete nothing;
    u8* big = new u8[100000000];
    printf("%u\n", big[99999999]);                           // expect: 0
    delete big;
}
