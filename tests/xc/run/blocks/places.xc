// Blocks everywhere: globals, static fields, struct fields, arrays, in methods with super, called at once.
#use Stdio
block f i32(i32 v) = { return v + 1; };
typedef block op i32(i32 v);
op ops[2] = {{ return v * 2; }, &twice};
i32 twice(i32 v) { return v * 4; }
class C { static block g i32(i32 v) = { return v - 1; }; i32 n; void init() { n = 5; } i32 go(void) { block b i32(i32 v) = { return super_n() + n; }; return b(1); } i32 super_n(void) { return 100; } }
class D : C { i32 super_n(void) { return 7; } i32 go(void) { block b i32(void) = { return super.go() + super.super_n(); }; return b(); } }
struct S { i32 a; block f void(void); };
void work(S s) { s.f(); }
i32 main(void)
{
    printf("%d %d %d %d\n", f(1), ops[0](3), ops[1](3), C.g(4));
    printf("%d\n", block i32(i32 v) { return v * v; }(5));
    D* d = new D;
    printf("%d\n", d.go());
    for (i32 i in 0..3) { block p void(void) = { printf("%d ", i); }; p(); }
    C c;
    block h i32(void) = { return c.n; };
    printf("%d\n", h());
    h = 0;
    S s = {3, { printf("in struct\n"); }};
    work(s);
    try { throw new D; } catch (D e) { block q i32(void) = { return e.n; }; printf("%d\n", q()); }
    C* list[3];
    list[1] = new C;
    block r i32(void) = { return list[1].n; };
    list[1] = 0;
    printf("%d\n", r());
    op chosen = d.n > 3 ? ops[0] : ops[1];
    printf("%d\n", chosen(10));
    block:C* shared = new C;
    block inc void(void) = { shared.n++; shared.n += 2; };
    inc();
    printf("%d\n", shared.n);
    block:i32 total = 0;
    i32 k = 0;
    while (k < 3) { block add void(i32 v) = { if (v == 1) return; total += v; }; add(k); k++; }
    printf("%d\n", total);
    return 0;
}
// expect: 2 6 12 3
// expect: 25
// expect: 112
// expect: 0 1 2 5
// expect: in struct
// expect: 5
// expect: 5
// expect: 20
// expect: 8
// expect: 2
