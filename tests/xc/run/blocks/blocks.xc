// Blocks: copies of what they capture, block:T by reference, as arguments, results, fields, elements.
#use Stdio

struct Pair { i32 a; i32 b; };
typedef block op i32(i32 v);
typedef block i32(i32 v) other_op;
typedef block op_maker op(void);

i32 apply(block f i32(i32 v), i32 v) { return f(v); }
block i32(i32 v) adder(i32 k) { block b i32(i32 v) = { return v + k; }; return b; }
op scaler(i32 k) { return block i32(i32 v) { return v * k; }; }
i32 twice(i32 v) { return v * 2; }
void each(u32 n, block body void(u32 i)) { for (u32 i in 0..n) body(i); }
Pair swapped(Pair p, block f Pair(Pair p)) { return f(p); }

class Node
{
    i32 n;
    block later i32(i32 v);
    void init(i32 v) { n = v; }
    void dealloc(void) { printf("~%d\n", n); }
    i32 add(i32 v) { return n + v; }
    block i32(i32 v) bound(void) { return block i32(i32 v) { n += 1; return add(v) + self.n * 100; }; }
}
block i32(i32 v) stored;
block i32(i32 v) doubling = &twice;

i32 main(void)
{
    i32 off = 10;
    block add i32(i32 v) = { return v + off; };
    off = 20;
    printf("%d %d\n", add(5), apply(add, 6));                  // expect: 15 16
    block:u32 t = 0;
    block inc void(void) = { t = t + 1; };
    inc();
    inc();
    printf("%u\n", t);                                          // expect: 2
    t = 10;
    each(4, { t += i; });
    printf("%u\n", t);                                          // expect: 16
    block a5 i32(i32 v) = adder(5);
    printf("%d %d\n", a5(1), adder(7)(1));                      // expect: 6 8
    op s = scaler(3);
    other_op o = s;
    printf("%d %d %d\n", s(4), o(5), apply(scaler(2), 9));      // expect: 12 15 18
    printf("%d\n", apply({ return v - 1; }, 9));                // expect: 8
    printf("%d\n", apply(block i32(i32 x) { return x * x; }, 9));       // expect: 81
    printf("%d %d\n", apply(&twice, 4), doubling(8));           // expect: 8 16
    block none void(void) = 0;
    if (!none) printf("null\n");                                // expect: null
    none = { printf("set\n"); };
    if (none && none != 0) none();                              // expect: set
    none = (block void(void))0;
    printf("%d %d\n", none == 0, a5 == s);                      // expect: 1 0
    op table[3] = {&twice, s, { return -v; }};
    i32 sum = 0;
    for (u32 i in 0..3) sum += table[i](10);
    printf("%d\n", sum);                                        // expect: 40
    Pair p = {1, 2};
    Pair q = swapped(p, { Pair r = {p.b, p.a}; return r; });
    printf("%d %d\n", q.a, q.b);                                // expect: 2 1
    i32 list[4] = {1, 2, 3, 4};
    block total i32(void) = { i32 all = 0; for (i32 v in list) all += v; return all + p.b; };
    list[0] = 100;
    p.b = 100;
    printf("%d %u\n", total(), (u32)sizeof(total));             // expect: 12 8
    Node* n = new Node(3);
    stored = n.bound();
    n = 0;
    printf("%d\n", stored(4));                                  // expect: 408
    printf("%d\n", stored(4));                                  // expect: 509
    stored = 0;                                                 // expect: ~5
    n = new Node(8);
    n.later = { return v + off; };
    printf("%d\n", n.later(1));                                 // expect: 21
    block held i32(i32 v) = { return n.add(v); };
    n = 0;
    printf("%d\n", held(1));                                    // expect: 9
    held = 0;                                                   // expect: ~8
    // Blocks in blocks: what the inner one captures, the outer one holds.
    op_maker outer = 0;
    {
        Node* m = new Node(50);
        i32 k = 4;
        outer = { op inner = { return m.add(v) + k; }; return inner; };
    }
    op last = outer();
    outer = 0;
    printf("%d\n", last(1));                                    // expect: 55
    last = &twice;                                                // expect: ~50
    block:i32 depth = 0;
    block up void(i32 v) = { block more void(void) = { depth += v; }; more(); more(); };
    up(4);
    printf("%d\n", depth);                                      // expect: 8
    // Statics and globals are not captured.
    static i32 calls;
    block count void(void) = { calls++; stored = doubling; };
    count();
    count();
    printf("%d %d\n", calls, stored(3));                        // expect: 2 6
    block:Node* current = new Node(60);
    block swap void(i32 v) = { current = new Node(v); };
    swap(61);                                                   // expect: ~60
    printf("%d\n", current.n);                                  // expect: 61
    for (i32 i in 0..3) { block:i32 c = i; block f void(void) = { c *= 10; }; f(); if (i == 1) continue; printf("%d ", c); }
    printf("\n");                                               // expect: 0 20 
    printf("end\n");                                            // expect: end
    return 0;                                                   // expect: ~61
}
