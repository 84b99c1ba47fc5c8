// Defers in switches, long chains of labels, :unroll on while, values of assignments, addresses of
// parts of globals, overloads by result.
#use Stdio
#import "Par.xc"

struct In { u8 tag; u16 list[3]; };
struct S { u32 head; In inner; In many[2]; };
S s;
u32 m[3][4];
u32* corner = &m[1][2];
u32* row = m[2];
u16* part = &s.inner.list[1];
u8* tag = &s.many[1].tag;
u32* past = &m[0][0] + 5;
u32* before = m[1] - 1;
pointer any = &s.inner;
u32* both[2] = {&m[2][3], &s.head};

i32 pick(void) { return 1; }
float pick(void) { return 2.5; }
u8* pick(void) { return "three"; }
i32 whole(i32 v) { return v * 10; }
float real(float v) { return v * 10; }
string text(u8* t) { return t; }
i32 either(i32 v) { return 1; }
i32 either(double v) { return 2; }

i32 enter(u32 at)
{
    i32 r = 0;
    switch (at)
    {
        case 0:
            defer { printf("zero "); }
            r += 1;
        case 1:
            defer { printf("one "); }
            r += 10;
            if (at == 1) break;
        case 2:
        {
            r += 100;
            break;
        }
        case 3:
            return 1000;
            defer { printf("never "); }
        default:
            for (u8 i in 0..2) { defer { printf("in "); } }
            defer { printf("other "); }
    }
    return r;
}
i32 jumps(i32 n)
{
    i32 r = 0;
again:
    switch (n)
    {
        case 0:
            defer { r += 1; }
            n = 5;
            goto again;
        case 5:
            r += 10;
            defer { r += 100; }
            n = 6;
        case 6:
            if (r < 1000) { r += 1000; goto again; }
    }
    return r;
}
i32 thrower(i32 n) throws
{
    switch (n) { case 1: defer { printf("left "); } throw new Fault(); case 2: return 2; }
    return 3;
}
class Fault { }

u32 chain(u32 at)
{
    u32 r = 0;
    switch (at)
    {
#define ONE(k) case k: r += k;
#define TEN(k) ONE(k) ONE(k + 1) ONE(k + 2) ONE(k + 3) ONE(k + 4) ONE(k + 5) ONE(k + 6) ONE(k + 7) ONE(k + 8) ONE(k + 9)
        TEN(0) TEN(10) TEN(20) TEN(30) TEN(40) TEN(50) TEN(60) TEN(70) TEN(80) TEN(90)
        TEN(100) TEN(110) TEN(120)
        default: r += 1000000;
        TEN(130) TEN(140) TEN(150) TEN(160) TEN(170) TEN(180) TEN(190)
        TEN(200) TEN(210) TEN(220)
            if (at == 7) return 7;
            if (at == 8) break;
        TEN(230)
        case 500: r += 500; break;
        case 501: r = 501;
    }
    return r;
}
u32 check(u32 at)
{
    if (at == 7) return 7;
    u32 r = 0;
    if (at == 501) return 501;
    if (at == 500) return 500;
    if (at > 239) { r = 1000000; at = 130; } else if (at < 130) r = 1000000;
    u32 last = at == 8 ? 230 : 240;
    for (u32 k in at..last) r += k;
    return at == 8 ? r : r + 500;
}

i32 main(void)
{
    s.inner.list[1] = 11;
    s.many[1].tag = 12;
    s.head = 13;
    for (u32 i in 0..3) for (u32 k in 0..4) m[i][k] = i * 10 + k;
    printf("%u %u %u %u %u %u %u %u %d\n", *corner, row[1], *part, *tag, *past, *before, *both[0], *both[1], any == &s.inner); // expect: 12 21 11 12 11 3 23 13 1
    u16 c = 1;
    u32 d = c = 300;
    i32 e = 4, f = e = 9;
    printf("%u %u %d %d\n", c, d, e, f);        // expect: 300 300 9 9
    while (c < 310) :unroll { c += 4; }
    while (c > 0) :goal(speed) c >>= 1;
    printf("%u\n", c);                          // expect: 0
    printf("%d %.1f %s %d %d %.1f %d\n", whole(pick()), real(pick()), text(pick()), either(pick()), (i32)pick(), (float)pick() + 1, whole(pick() + 1)); // expect: 10 25.0 three 1 1 3.5 20
    for (u32 i in 0..5) printf("%d\n", enter(i));
    // expect: one zero 111
    // expect: one 10
    // expect: 100
    // expect: 1000
    // expect: in in other 0
    printf("%d %d %d\n", jumps(0), jumps(5), jumps(9));         // expect: 1111 1110 0
    try { printf("%d ", thrower(2)); printf("%d\n", thrower(1)); } catch (Fault x) { printf("caught\n"); } // expect: 2 left caught
    u32 wrong = 0;
    for (u32 i in 0..600) if (chain(i) != check(i)) { wrong++; if (wrong == 1) printf("at %u: %u\n", i, chain(i)); }
    printf("%u\n", wrong);                      // expect: 0
    return 0;
}
