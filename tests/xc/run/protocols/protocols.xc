// Protocols: calls through P*, conformance through inheritance, overrides, optional methods, casts.
#use Stdio

struct Pair { i32 a; i32 b; };
protocol Named
{
    string name(void);
    i32 rank(i32 k);
}
protocol Sized { i32 size(void); Pair pair(i32 a, i32 b); optional bool ready(void); optional i32 step(i32 v); }
protocol Empty { }

class A <Named>
{
    string name(void) { return "A"; }
    i32 rank(i32 k) { return k; }
    void dealloc(void) { printf("~A\n"); }
}
class Base { i32 z; string name(void) { return "base"; } }
class B : Base <Named, Sized>
{
    i32 rank(i32 k) { return k * 2; }          // name is the base's
    i32 size(void) { return 7; }
    Pair pair(i32 a, i32 b) { Pair p = {b, a}; return p; }
    bool ready(void) { return true; }
}
class C : B
{
    string name(void) { return "C"; }          // overrides what the protocol calls
    i32 rank(i32 k) { return super.rank(k) + 1; }
    i32 step(i32 v) { return v + 10; }
}
class D : A <Sized, Empty>
{
    i32 size(void) { return 9; }
    Pair pair(i32 a, i32 b) { Pair p = {a + b, a - b}; return p; }
}
class Holder { Named* held; Named* held(void) { return held; } }

void show(Named* n) { printf("%s %d\n", n.name(), n.rank(3)); }
Named* same(Named* n) { return n; }
i32 kind(A* a) { return 1; }
i32 kind(Named* n) { return 2; }

i32 main(void)
{
    Named* n = new A;
    show(n);                                    // expect: A 3
    show(new B);                                // expect: base 6
    show(new C);                                // expect: C 7
    n = new C;                                  // expect: ~A
    printf("%s\n", n.name);                     // expect: C
    Sized* s = new B;
    printf("%d %d\n", s.size, s.pair(1, 2).a);  // expect: 7 2
    if (&s.ready) printf("ready %d\n", s.ready());      // expect: ready 1
    if (!&s.step) printf("no step\n");          // expect: no step
    s = new C;
    if (&s.step && &s.ready) printf("%d\n", s.step(5)); // expect: 15
    s = 0;
    printf("%d\n", &s.size || &s.step ? 1 : 0); // expect: 0
    s = new D;
    printf("%d %d\n", s.size, s.pair(5, 3).b);  // expect: 9 2
    printf("%d\n", &s.ready ? 1 : 0);           // expect: 0
    Named* m = (Named*)s;                       // D is an A
    show(m);                                    // expect: A 3
    A* a = (A*)m;
    D* d = (D*?)a;
    B* b = (B*?)m;
    Empty* e = (Empty*?)m;
    Empty* f = (Empty*?)n;
    Base* z = (Base*)n;
    printf("%d %d %d %d %s\n", d == a, b == 0, e != 0, f == 0, z.name());    // expect: 1 1 1 1 C
    printf("%d %d %d\n", kind(a), kind(m), kind(new A)); // expect: 1 2 1
    // expect: ~A
    a = 0; d = 0; s = 0; e = 0; m = 0;          // expect: ~A
    Holder* h = new Holder;
    h.held = new A;
    show(same(h.held));                         // expect: A 3
    printf("%s\n", h.held.name);                // expect: A
    n = h.held;
    h.held = 0;
    printf("still\n");                          // expect: still
    n = 0;                                      // expect: ~A
    Named* t = true ? (Named*)new A : n;
    for (u32 i in 0..3) { Named* each = i == 1 ? t : n; if (each) show(each); }  // expect: A 3
    printf("end\n");                            // expect: end
    return 0;                                   // expect: ~A
}
