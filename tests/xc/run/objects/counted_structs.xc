// References in structs: copies count, what is overwritten and what ends is let go, each once.
#use Stdio
i32 live;
class C
{
    i32 v;
    void init(i32 a) { v = a; live++; }
    void dealloc(void) { live--; printf("~%d ", v); v = -1; }
}
struct S { C* c; i32 k; };
struct Outer { i32 n; S inner; S two[2]; C* last; };
struct Plain { i32 a; i32 b; };
class Holder { S s; Outer o; void set(S given) { s = given; } S get(void) { return s; } }
class Fault { i32 code; }

S make(i32 v) { S s = {new C(v), v + 1}; return s; }
S pass(S s) { return s; }
i32 look(S s) { return s.c.v; }
i32 changes(S s) { s.c = new C(90); s.k = 7; return s.c.v + s.k; }
i32 drops(Holder* h, S s) { S none; h.s = none; return s.c.v; }
S fails(i32 v) throws { if (v == 3) throw new Fault; return make(v); }
S twice(S* p) { *p = make(31); return *p; }
void swap(S* a, S* b) { S t = *a; *a = *b; *b = t; }
S shared;
Outer several[2];
void line(void) { printf("| %d\n", live); }

void main(void)
{
    { S s; s.c = new C(1); S t = s; s.c = 0; printf("%d ", t.c.v); }
    line();                                            // expect: 1 ~1 | 0
    { S s = make(2); s = make(3); s = pass(s); printf("%d ", look(s)); }
    line();                                            // expect: ~2 3 ~3 | 0
    make(4);
    line();                                            // expect: ~4 | 0
    printf("%d ", make(5).c.v);
    line();                                            // expect: 5 ~5 | 0
    { S s = make(6); s = s; printf("%d ", changes(s)); printf("%d %d ", s.c.v, s.k); }
    line();                                            // expect: ~90 97 6 7 ~6 | 0
    Holder* h = new Holder;
    h.set(make(7));
    printf("%d ", drops(h, h.s));
    line();                                            // expect: ~7 7 | 0
    h.s = make(8);
    h.o.inner = h.s;
    h.o.two[1] = h.get();
    h.s.c = 0;
    h.o.inner = make(9);
    printf("%d ", h.o.two[1].c.v);
    h.o.last = h.o.two[1].c;
    h = 0;
    line();                                            // expect: 8 ~9 ~8 | 0
    for (i32 i in 0..3)
    {
        S s = make(10 + i);
        if (i == 1) continue;
        S t = i == 0 ? s : make(20 + i);
        printf("%d ", t.c.v);
        if (i == 2) break;
    }
    line();                                            // expect: 10 ~10 ~11 22 ~22 ~12 | 0
    try { S a = make(1); S s = fails(2); s = fails(3); printf("no"); } catch (Fault f) { printf("caught "); }
    line();                                            // expect: ~2 ~1 caught | 0
    { Outer o = {1, {new C(41), 2}, {{new C(42), 3}, make(43)}}; Outer p = o; o.two[0].c = 0; printf("%d ", p.two[0].c.v); }
    line();                                            // expect: 42 ~42 ~41 ~43 | 0
    shared = make(51);
    several[1].two[0] = shared;
    shared.c = 0;
    line();                                            // expect: | 1
    several[1] = several[0];
    line();                                            // expect: ~51 | 0
    { S s = make(30); S t = twice(&s); printf("%d %d ", s.c.v, t.c.v); }
    line();                                            // expect: ~30 31 31 ~31 | 0
    { S a = make(61), b = make(62); swap(&a, &b); printf("%d %d ", a.c.v, b.c.v); }
    line();                                            // expect: 62 61 ~61 ~62 | 0
    S* heap = new S;
    heap.c = new C(71);
    S* block = new S[3];
    block[0] = *heap;
    block[2].c = new C(72);
    delete heap;
    line();                                            // expect: | 2
    delete block;
    S* nothing = 0;
    delete nothing;
    line();                                            // expect: ~71 ~72 | 0
    for (i32 k in 0..2)
    {
        switch (k)
        {
            case 0: S s = make(80);
            case 1: s = make(81); printf("%d ", s.c.v);
        }
    }
    line();                                            // expect: ~80 81 ~81 81 ~81 | 0
    i32 rounds = 0;
again:
    S g = make(82 + rounds);
    if (++rounds < 3) goto again;
    printf("%d ", g.c.v);
    g.c = 0;
    line();                                            // expect: ~82 ~83 84 ~84 | 0
    Plain p = {1, 2}, q = {3, 4};
    bool yes = live == 0;
    printf("%d\n", (yes ? q : p).b);                    // expect: 4
}
