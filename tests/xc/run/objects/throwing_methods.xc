// Methods and inits that throw: what was made so far is let go, and dealloc does not run.
#use Stdio
i32 live;
class E { i32 code; void init(i32 c) { code = c; } }
class Part { i32 v; void init(i32 a) { v = a; live++; } void dealloc(void) { live--; printf("~p%d ", v); } }
class Base
{
    Part* first;
    i32 v;
    void init(i32 a) throws { first = new Part(a); v = a; if (a == 1) throw new E(11); }
    void dealloc(void) { printf("~base "); }
    i32 twice(i32 k) throws { if (k > 100) throw new E(k); return k * 2; }
    Part* make(i32 k) throws { Part* p = new Part(k); if (k == 7) throw new E(7); return p; }
    i32, Part* both(i32 k) throws { Part* p = new Part(k); return twice(k * 60), p; }
}
class Derived : Base
{
    Part* second;
    void init(i32 a) throws { second = new Part(a + 50); if (a == 2) throw new E(22); }
    void dealloc(void) { printf("~derived "); }
    i32 twice(i32 k) throws { if (k == 5) throw new E(55); return super.twice(k) + 1; }
}
class Keeper { static Base* last; void init(Base* b) throws { throw new E(b.twice(5)); } }
class Loud { void init(void) throws { hold = self; throw new E(1); } void dealloc(void) { printf("never "); } i32 v; }
Loud* hold;
void line(void) { printf("| %d\n", live); }
i32 pick(i32 k) throws { if (k == 9) throw new E(99); return k; }
Base* build(i32 k) throws { return new Derived(pick(k)); }

void main(void)
{
    for (i32 k in 0..4)
    {
        try { Base* b = new Derived(k); printf("made %d ", b.twice(k)); }
        catch (E e) { printf("E%d ", e.code); }
        line();
    }
    // expect: made 1 ~derived ~p50 ~base ~p0 | 0
    // expect: ~p1 E11 | 0
    // expect: ~p52 ~p2 E22 | 0
    // expect: made 7 ~derived ~p53 ~base ~p3 | 0
    Base* b = 0;
    try { b = build(9); } catch (E e) { printf("E%d ", e.code); }
    try { b = build(6); } catch (E e) { printf("E%d ", e.code); }
    line();                                            // expect: E99 | 2
    i32 list[3] = {4, 5, 101};
    for (i32 k in list) try { printf("%d ", b.twice(k)); } catch (E e) { printf("E%d ", e.code); }
    for (i32 k in 6..9) try { printf("p%d ", b.make(k).v); } catch (E e) { printf("E%d ", e.code); }
    line();                                            // expect: 9 E55 E101 p6 ~p6 ~p7 E7 p8 ~p8 | 2
    for (i32 k in 1..3) try { (i32 n, Part* p) = b.both(k); printf("%d %d ", n, p.v); } catch (E e) { printf("E%d ", e.code); }
    line();                                            // expect: 121 1 ~p1 ~p2 E120 | 2
    try { new Keeper(b); } catch (E e) { printf("E%d ", e.code); }
    b = 0;
    line();                                            // expect: E55 ~derived ~p56 ~base ~p6 | 0
    try { new Loud; } catch (any) { printf("caught %d ", hold.v); }
    hold = 0;
    line();                                            // expect: caught 0 | 0
}
