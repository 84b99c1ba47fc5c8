// Objects on the stack: they end with their scope, on every way out of it.
#use Stdio
i32 live;
class E { i32 code; void init(i32 c) { code = c; } }
class C
{
    i32 v;
    C* other;
    weak:C* back;
    void init(void) { v = 1; live++; }
    void init(i32 a) { v = a; live++; }
    void init(i32 a, bool bad) throws { v = a; if (bad) { other = new C(a * 10); throw new E(a); } live++; }
    void dealloc(void) { live--; printf("~%d ", v); v = -1; }
    i32 get(void) { return v; }
    C* me(void) { return self; }
}
class D : C { i32 more; void init(i32 a) { super.init(a + 100); more = 7; } i32 get(void) { return more; } }
class Plain { i32 a; i32 b; }
i32 read(C* c) { return c.get(); }
C* same(C* c) { C* copy = c; return copy; }
void line(void) { printf("| %d\n", live); }
i32 early(i32 k) { C a(k); if (k == 2) return a.v * 2; C b(k + 1); return b.v; }
i32 nested(i32 k) { C c(k); return k == 0 ? 0 : nested(k - 1) + c.v; }
i32 fails(i32 k) throws { C a(k); C b(k + 1, k == 3); return read(&b); }

i32 main(void)
{
    { C a; C b(5); printf("%d %d ", a.get(), b.v); C* p = &b; printf("%d ", p.get()); }
    line();                                            // expect: 1 5 5 ~5 ~1 | 0
    { D d(3); C* c = &d; printf("%d %d %d ", d.v, read(&d), read(c)); same(c).v = 50; }
    line();                                            // expect: 103 7 7 ~50 | 0
    { C a, b(6); a.other = new C(7); a.other.other = new C(8); b.v += a.other.v; printf("%d ", b.v); }
    line();                                            // expect: 13 ~13 ~1 ~7 ~8 | 0
    printf("%d ", early(2));
    printf("%d ", early(3));
    line();                                            // expect: ~2 4 ~4 ~3 4 | 0
    for (i32 i in 0..4)
    {
        C c(i);
        if (i == 1) continue;
        C d(i + 10);
        if (i == 2) break;
    }
    line();                                            // expect: ~10 ~0 ~1 ~12 ~2 | 0
    printf("%d ", nested(2));
    line();                                            // expect: ~0 ~1 ~2 3 | 0
    for (i32 k in 2..4) try { printf("%d ", fails(k)); } catch (E e) { printf("E%d ", e.code); }
    line();                                            // expect: ~3 ~2 3 ~40 ~3 E4 | 0
    weak:C* w;
    { C c(9); w = &c; c.back = c; printf("%d %d ", w.v, c.back.v); }
    printf("%u ", w == 0);
    line();                                            // expect: 9 9 ~9 1 | 0
    i32 rounds = 0;
again:
    C g(20 + rounds);
    if (++rounds < 3) goto again;
    printf("%d ", g.v);
    switch (rounds)
    {
        case 1: C x(30);
        case 3: C y(31); printf("%d ", y.me().v);
    }
    line();                                            // expect: ~20 ~21 22 31 ~31 | 1
    { Plain p; p.a = 3; Plain q; printf("%d %d %llu %llu", p.a + p.b, q.a, sizeof(Plain), sizeof(p)); }
    line();                                            // expect: 3 0 24 24| 1
    return 0;                                          // expect: ~22 
}
