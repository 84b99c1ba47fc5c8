// new C[n]: objects that stand together, each counted, held by the first.
#use Stdio
i32 live;
class C
{
    i32 v;
    C* friend;
    void init(void) { v = 10 + live++; }
    void dealloc(void) { live--; printf("~%d ", v); v = -1; }
    i32 get(void) { return v; }
}
class D : C { i32 wide[5]; i32 get(void) { return v + wide[4]; } }
class Bare { i32 k; Bare* next; }
class Owner { C* all; i32 sum(i32 n) { i32 s = 0; for (i32 i in 0..n) s += all[i].get(); return s; } }
i32 total(C* a, i32 n) { i32 s = 0; for (i32 i in 0..n) s += a[i].v; return s; }
void line(void) { printf("| %d\n", live); }

void main(void)
{
    { C* a = new C[3]; a[1].v = 4; printf("%d %d %d %d ", a[1].v, a.v, a[2].get(), total(a, 3)); }
    line();                                            // expect: 4 10 12 26 ~10 ~4 ~12 | 0
    C* kept;
    { C* a = new C[4]; kept = a[2]; C* first = a; a = 0; printf("%d ", first[3].v); }
    line();                                            // expect: 13 ~10 ~11 ~13 | 1
    printf("%d ", kept[0].v);
    kept = 0;
    line();                                            // expect: 12 ~12 | 0
    { C* d = new D[3]; D* e = (D*)d[1]; e.wide[4] = 100; printf("%d %d ", d[1].get(), d[2].get()); if ((D*?)d) printf("D "); }
    line();                                            // expect: 111 12 D ~10 ~11 ~12 | 0
    { C* a = new C[3]; a[0].friend = a[1]; a[1].friend = &a[2]; a[0].v = 5; weak:C* w = a[2]; a = 0; printf("%u ", w == 0); }
    line();                                            // expect: ~5 ~11 ~12 1 | 0
    Owner* o = new Owner;
    o.all = new C[5];
    printf("%d ", o.sum(5));
    o = 0;
    line();                                            // expect: 60 ~10 ~11 ~12 ~13 ~14 | 0
    Bare* b = new Bare[1000];
    for (i32 i in 2..1000) { b[i].k = i; b[i].next = b[i - 1]; }
    printf("%d ", b[999].next.next.k);
    b = 0;
    C* none = new C[0];
    printf("%u %u ", none == 0, new C[1 << 60] == 0);
    line();                                            // expect: 997 1 1 | 0
    i64 n = -1;
    printf("%u\n", new Bare[n] == 0);                   // expect: 1
}
