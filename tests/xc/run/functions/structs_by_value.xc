// Structs by value as C passes them: to C's own functions, through pointers, methods and protocols.
#use Stdio

struct Quotient { i32 quot, rem; };
struct LongQuotient { i64 quot, rem; };
Quotient div(i32 a, i32 b);
LongQuotient ldiv(i64 a, i64 b);

struct Pair { float x, y; };
struct Mixed { double d; u8 tag; };
struct Odd { u8 bytes[11]; };
struct Big { u64 words[5]; float f; };
struct Tight :packed { u8 a; u32 b; };
struct Empty { };

typedef Big big_t(Big b, Pair p, Odd o, Tight t);
typedef i32 order_t(pointer a, pointer b);
void qsort(pointer base, u64 count, u64 size, order_t* order);

Pair swapped(Pair p) { Pair r = {p.y, p.x}; p.x = 100; return r; }
Mixed mixed(u8 a, Mixed m, float f) { m.d += f; m.tag += a; return m; }
Odd odd(Odd o) { for (u32 i in 0..11) o.bytes[i] += 1; return o; }
Big big(Big b, Pair p, Odd o, Tight t)
{
    b.words[4] = o.bytes[10] + t.b;
    b.f = p.x * p.y + t.a;
    return b;
}
Tight tight(Tight t) { t.b++; return t; }
Empty empty(Empty e, i32 n) { printf("%d ", n); return e; }
// More than there are registers for.
i64 many(LongQuotient a, LongQuotient b, LongQuotient c, LongQuotient d, i64 e, Pair p, Mixed m)
{
    return a.quot + 10 * b.quot + 100 * c.quot + 1000 * d.quot + 10000 * d.rem + 100000 * e + (i64)p.y + m.tag;
}
Big fails(Big b, bool yes) throws { if (yes) throw new Shape(b); return b; }
Pair thrown(Pair p, bool yes) throws { if (yes) throw new Shape2(p); return p; }
i32, Pair, Big several(Pair p) { Big b = {{1, 2, 3}, p.x}; return 7, p, b; }
i32 by_rem(pointer a, pointer b) { return ((LongQuotient*)a).rem - ((LongQuotient*)b).rem; }

class Shape
{
    Big b;
    void init(Big from) { b = from; }
    Pair middle(Pair p) { Pair r = {p.x + b.f, p.y}; return r; }
    Big grown(Big by, Odd o) { by.words[0] += b.words[0] + o.bytes[0]; return by; }
}
class Shape2 : Shape
{
    Pair p;
    void init(Pair from) { Big none; super.init(none); p = from; }
    Pair middle(Pair q) { Pair r = {p.x, q.y}; return r; }
    Big grown(Big by, Odd o) { by.words[0] = 1000 + o.bytes[0]; return by; }
}
class Shape3 : Shape { void init(Big from) { from.f = 0; b.words[1]++; } }
protocol Sized { Big sized(Big b, Pair p); }
class Box <Sized> { Big sized(Big b, Pair p) { b.f = p.x; return b; } }

Big falls(u8 n) { if (n) { Big b = {{1}, 1}; return b; } while (n == 0) { n++; } Big c = {{2}, 2}; return c; }

i32 main(void)
{
    Quotient q = div(17, 5);
    LongQuotient l = ldiv(-170000000000, 9);
    printf("%d %d %lld %lld\n", q.quot, q.rem, l.quot, l.rem);
    Pair p = {1.5, 2.5};
    Pair r = swapped(swapped(swapped(p)));
    Mixed m = {1.25d, 7};
    m = mixed(3, m, 0.5);
    printf("%.1f %.1f %.1f %.2f %u\n", r.x, r.y, p.x, m.d, m.tag);
    Odd o = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}};
    Odd n = odd(o);
    Tight first = {3, 70000};
    Tight t = tight(first);
    printf("%u %u %u %u\n", n.bytes[0], n.bytes[10], o.bytes[10], t.b);
    Big b = {{1, 2, 3, 4, 5}, 6};
    big_t* f = &big;
    Big c = f(b, p, o, t);
    printf("%llu %llu %.2f %llu\n", c.words[0], c.words[4], c.f, b.words[4]);
    Empty e;
    e = empty(e, 5);
    LongQuotient list[4] = {{1, 9}, {2, 3}, {3, 7}, {4, 1}};
    printf("%lld\n", many(list[0], list[1], list[2], list[3], 6, p, m));
    qsort(list, 4, sizeof(LongQuotient), &by_rem);
    printf("%lld %lld %lld %lld\n", list[0].quot, list[1].quot, list[2].quot, list[3].quot);
    Shape* s = new Shape(b);
    Shape* s2 = new Shape2(p);
    Pair at = s.middle(p);
    Pair at2 = s2.middle(swapped(p));
    printf("%.1f %.1f %llu %llu\n", at.x, at2.y, s.grown(b, o).words[0], s2.grown(b, o).words[0]);
    Shape3* s3 = new Shape3(b);
    printf("%.1f %llu\n", s3.b.f, s3.b.words[1]);
    Sized* sized = new Box();
    printf("%.1f\n", sized.sized(b, r).f);
    try
    {
        printf("%llu %.1f ", fails(b, false).words[4], thrown(p, false).y);
        printf("%.1f\n", thrown(p, true).y);
    }
    catch (Shape2 x) { printf("thrown %.1f\n", x.p.x); }
    try { fails(b, true); } catch (Shape x) { printf("thrown %llu\n", x.b.words[3]); }
    (i32 k, Pair g, Big h) = several(p);
    printf("%d %.1f %llu %.1f %.1f\n", k, g.y, h.words[2], h.f, falls(0).f);
    return 0;
    // expect: 3 2 -18888888888 -8
    // expect: 2.5 1.5 1.5 1.75 10
    // expect: 2 12 11 70001
    // expect: 1 70012 6.75 5
    // expect: 5 614333
    // expect: 4 2 3 1
    // expect: 7.5 1.5 3 1001
    // expect: 6.0 3
    // expect: 2.5
    // expect: 5 2.5 thrown 1.5
    // expect: thrown 4
    // expect: 7 2.5 3 1.5 2.0
}
