// Collections with types of elements: what goes in is checked, what comes out is cast, numbers are
// boxed; loops over what has count() and get(). The classes here stand for the library's.
#use Stdio

class Number : Root
{
    u64 bits;
    double real;
    static Number* withU64(u64 v) { Number* n = new Number; n.bits = v; n.real = (double)v; return n; }
    static Number* withI64(i64 v) { Number* n = new Number; n.bits = (u64)v; n.real = (double)v; return n; }
    static Number* withDouble(double v) { Number* n = new Number; n.real = v; return n; }
    u64 u64Value() { return bits; }
    i64 i64Value() { return (i64)bits; }
    double doubleValue() { return real; }
}
class Root { i32 r; }
class Thing : Root { i32 n; void init(i32 v) { n = v; } void dealloc(void) { printf("~%d\n", n); } i32 twice() { return n * 2; } }
class Sub : Thing { void init(i32 v) { n = v; } }
class Array : Root
{
    Box* head;
    Box* tail;
    u32 used;
    void add(Root* o) { put(o); }
    void put(Root* o) { Box* b = new Box; b.root = o; link(b); }
    void link(Box* b) { if (tail) tail.next = b; else head = b; tail = b; used++; }
    Box* at(u32 k) { Box* b = head; for (u32 i in 0..k) b = b.next; return b; }
    Root* get(u32 k) { return at(k).root; }
    Root* last() { return tail.root; }
    u32 count() { return used; }
}
class Box { Root* root; Box* next; }
class Map { Root* k; Root* v; void set(Root* key, Root* value) { k = key; v = value; } Root* get(Root* key) { return key == k ? v : 0; } }
class Countdown { u32 from; u32 count() { return from; } i32 get(u32 k) { return (i32)(from - k); } }

i32 sum(Array<Thing>* a) { i32 s = 0; for (Thing* t in a) s += t.n; return s; }
Array<Thing>* made(u32 n) { Array<Thing>* a = new Array<Thing>; for (u32 i in 0..n) a.add(new Thing((i32)i)); return a; }

i32 main(void)
{
    Array<Thing>* a = new Array;
    a.add(new Thing(1));
    a.add(new Sub(2));
    printf("%d %d %u\n", a.get(0).n, a.last.twice(), a.count);  // expect: 1 4 2
    auto first = a.get(0);
    printf("%d\n", first.twice());                              // expect: 2
    for (t in a) printf("%d ", t.n);
    for (Thing* t in a) { if (t.n == 1) continue; printf("<%d> ", t.n); }
    for (Sub* s in a[1..]) printf("sub %d\n", s.n);             // expect: 1 2 <2> sub 2
    Array* plain = a;
    for (Thing* t in plain) { printf("%d\n", t.n); break; }     // expect: 1
    printf("%d %d\n", sum(a), sum(made(4)));
    // expect: 3 6
    // expect: ~0
    // expect: ~1
    // expect: ~2
    // expect: ~3
    Map<Thing, Sub>* m = new Map;
    Sub* s = new Sub(7);
    m.set(first, s);
    printf("%d %d\n", m.get(first).n, m.get(s) == 0);           // expect: 7 1
    Map<Sub>* v = (Map*)m;
    v.set(a, s);
    printf("%d\n", v.get(a).n);                                 // expect: 7
    Array<Array<Thing>*>* rows = new Array;
    rows.add(made(1));
    rows.add(a);
    i32 all = 0;
    for (row in rows) for (Thing* t in row) all += t.n;
    printf("%d\n", all);                                        // expect: 3
    Array<i16>* shorts = new Array;
    shorts.add(-5);
    shorts.add(70000);
    Array<float>* floats = new Array;
    floats.add(2.5);
    floats.add(shorts.get(0));
    Array<bool>* flags = new Array;
    flags.add(shorts.get(0) < 0);
    i32 total = 0;
    for (i16 each in shorts) total += each;
    float real = 0.0;
    for (f in floats) real += f;
    printf("%d %d %.2f %u\n", shorts.get(1), total, real, flags.last);  // expect: 4464 4459 -2.50 1
    for (i32 c in new Countdown) printf("never\n");
    Countdown* down = new Countdown;
    down.from = 3;
    for (i32 c in down) printf("%d ", c);
    for (c in down[1..2]) printf("|%d", c);
    for (c in down[..0]) printf("never");
    for (c in down[0...1]) printf(" %d", c);
    printf("\n");                                               // expect: 3 2 1 |2 3 2
    return 0;
    // expect: ~0
    // expect: ~7
    // expect: ~1
    // expect: ~2
}
