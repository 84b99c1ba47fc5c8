// Several results with references and structs: each taken once, or let go.
#use Stdio
i32 live;
class C
{
    i32 v;
    void init(i32 a) { v = a; live++; }
    void dealloc(void) { live--; printf("~%d ", v); v = -1; }
}
struct P { i32 x; i32 y; };
struct S { C* c; i32 k; };
class Fault { i32 code; }
class Box { C* c; S s; C*, S both(void) { return c, s; } }
void line(void) { printf("| %d\n", live); }

C*, i32 mk(i32 a) { return new C(a), a + 1; }
P, i32 point(void) { P p = {1, 2}; return p, 3; }
i32, P, S, C* many(i32 a) { P p = {a, a + 1}; S s = {new C(a), 7}; return a + 9, p, s, s.c; }
C*, C* swap(C* a, C* b) { return b, a; }
S, S two(i32 a) { S s = {new C(a), a}; S t = {new C(a + 1), a}; return s, t; }
i32 fails(i32 a) throws { if (a > 1) throw new Fault; return a; }
C*, S, i32 late(i32 a) throws { S s = {new C(a + 10), 1}; return new C(a), s, fails(a); }

i32 main(void)
{
    { (C* c, i32 n) = mk(4); printf("%d %d ", c.v, n); }
    line();                                            // expect: 4 5 ~4 | 0
    mk(5);
    line();                                            // expect: ~5 | 0
    (P p, i32 n) = point();
    printf("%d %d %d", p.x, p.y, n);
    line();                                            // expect: 1 2 3| 0
    {
        (i32 a, P q, S s, C* c) = many(20);
        printf("%d %d %d %d %d ", a, q.y, s.c.v, s.k, c.v);
        (a, q, s, c) = many(30);
        c = 0;
        printf("%d ", s.c.v);
    }
    line();                                            // expect: 29 21 20 7 20 ~20 30 ~30 | 0
    many(40);
    line();                                            // expect: ~40 | 0
    { C* a = new C(1); C* b = new C(2); (a, b) = swap(a, b); printf("%d %d ", a.v, b.v); }
    line();                                            // expect: 2 1 ~1 ~2 | 0
    { (S s, S t) = two(50); s = t; printf("%d ", s.c.v); }
    line();                                            // expect: ~50 51 ~51 | 0
    two(52);
    line();                                            // expect: ~52 ~53 | 0
    Box* box = new Box;
    { (box.c, box.s) = box.both(); (box.c, n) = mk(6); box.s.c = box.c; (C* c, S s) = box.both(); box = 0; printf("%d ", s.c.v); }
    line();                                            // expect: 6 ~6 | 0
    for (i32 k in 0..4)
    {
        try { (C* c, S s, i32 r) = late(k); printf("%d %d %d ", c.v, s.c.v, r); }
        catch (Fault f) { printf("caught "); }
    }
    line();                                            // expect: 0 10 0 ~10 ~0 1 11 1 ~11 ~1 ~2 ~12 caught ~3 ~13 caught | 0
    return 0;
}
