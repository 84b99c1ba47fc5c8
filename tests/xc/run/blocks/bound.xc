// Bound methods: two words that own nothing and are false once the receiver has gone.
#use Stdio
typedef i32 shape_t(i32 v);
typedef callback handler void(i32 code);
protocol P { void a(void); optional i32 b(i32 v); }
class W
{
    i32 n;
    callback next i32(i32 v);
    void close(i32 c) { n += c; printf("close %d\n", n); }
    i32 add(i32 c) { n += c; return n; }
    i32 add(float c) { return -1; }
    i32 name(i32 v) { return v; }
    void dealloc(void) { printf("~%d\n", n); }
    handler own(void) { return &close; }
    handler mine(void) { return &self.close; }
}
class V : W { i32 add(i32 c) { return super.add(c) * 10; } }
class A <P> { void a(void) { printf("a\n"); } i32 b(i32 v) { return v + 1; } }
class B <P> { void a(void) { printf("ba\n"); } }
class Late { void go(void) { printf("late\n"); } void dealloc(void) { last = &self.go; printf("~late %d\n", last ? 1 : 0); } }
struct Pair { handler a; handler b; };
callback last void(void);
handler everywhere;
void plain(i32 c) { printf("plain %d\n", c); }
i32 call(callback c i32(i32 v), i32 v) { return c(v); }
void fire(handler h, i32 v) { if (h) h(v); else printf("nobody\n"); }
handler from(W* w) { return &w.close; }
i32 drop(W** w) { *w = 0; return 5; }

i32 main(void)
{
    callback done void(i32 code) = (callback void(i32))0;
    if (!done) printf("null\n");                                // expect: null
    {
        W* w = new W;
        done = &w.close;
        done(3);                                                // expect: close 3
        done(4);                                                // expect: close 7
    }                                                           // expect: ~7
    if (!done) printf("gone\n");                                // expect: gone
    fire(done, 1);                                              // expect: nobody
    done = &plain;
    done(5);                                                    // expect: plain 5
    printf("%u\n", (u32)sizeof(done));                          // expect: 16
    W* w = new V;
    shape_t^ f = &w.add;
    printf("%d %d\n", f(3), call(&w.add, 4));                   // expect: 30 70
    callback real i32(float v) = &w.add;
    printf("%d %d\n", real(1.0), call(f, 0));                   // expect: -1 70
    Pair p = {&w.close, done};
    Pair q = p;
    q.a(1);                                                     // expect: close 8
    q.b(2);                                                     // expect: plain 2
    handler list[2] = {from(w), w.own()};
    for (handler h in list) h(1);
    // expect: close 9
    // expect: close 10
    everywhere = w.mine();
    w.next = &w.name;
    printf("%d\n", w.next(6));                                  // expect: 6
    fire(everywhere, 2);                                            // expect: close 12
    callback kept i32(i32 v) = &w.add;
    block b i32(i32 v) = { return kept ? kept(v) : -2; };
    printf("%d\n", b(1));                                       // expect: 130
    printf("%d\n", kept(drop(&w)));                             // the object lives through the call
    // expect: ~18
    // expect: 180
    printf("%d %d %d\n", b(1), f ? 1 : 0, everywhere ? 1 : 0);      // expect: -2 0 0
    fire(p.a, 1);                                               // expect: nobody
    P* o = new A;
    callback c i32(i32 v) = &o.b;
    callback a void(void) = &o.a;
    P* other = new B;
    callback none i32(i32 v) = &other.b;
    printf("%d %d %d\n", c ? c(1) : 0, none ? 1 : 0, &other.b ? 1 : 0); // expect: 2 0 0
    a();                                                        // expect: a
    o = 0;
    printf("%d %d\n", a ? 1 : 0, c == 0);                       // expect: 0 1
    W* null = 0;
    callback nobody void(i32 v) = &null.close;
    printf("%d\n", nobody ? 1 : 0);                             // expect: 0
    Late* late = new Late;
    late = 0;                                                   // expect: ~late 0
    weak:W* seen = new W;                                       // expect: ~0
    W* real_one = new W;
    seen = real_one;
    block look i32(void) = { return seen ? seen.n : -1; };
    printf("%d\n", look());                                     // expect: 0
    real_one = 0;                                               // expect: ~0
    printf("%d\n", look());                                     // expect: -1
    return 0;
}
