// An object lives while it is used, whoever lets go of it meanwhile: the receiver and the arguments of
// a call, the object of an assignment's place, the array that a loop goes over.
#use Stdio
class N
{
    i32 v;
    N* next;
    H* home;
    i32 row[3];
    void init(i32 a) { v = a; for (i in 0..3) row[i] = a * 10 + i; }
    void dealloc(void) { printf("~%d ", v); v = -1; row[2] = -1; }
    void go(void) { home.n = 0; printf("go%d ", v); }
    void chain(i32 k) { if (k) home.n.chain(k - 1); home.n = 0; printf("chain%d ", v); }
    i32 add(i32 k) { return v + k; }
    N* me(void) { return self; }
}
class H { N* n; N* m; }
class Far : H { N* last(void) { N* was = n; n = 0; return was; } }
typedef i32 two_t(N* a, i32 k);
class Fault { i32 code; }

i32 two(N* a, i32 k) { return a.v * 100 + k; }
i32 both(N* a, N* b) { return a.v * 100 + b.v; }
i32 drops(H* h, N* a) { h.n = 0; return a.v; }
i32 clear(H* h) { h.n = 0; return 1; }
i32 swap(H* h) { N* old = h.n; h.n = h.m; h.m = old; return 1; }
N* keep(N* a, H* h) { h.n = 0; return a; }
i32 again(N* a, H* h) { a = a.me(); h.n = 0; N* b = a; a = 0; return b.v; }
i32 fails(N* a, H* h) throws { h.n = 0; if (a.v == 9) throw new Fault; return a.v; }
H* holder(i32 v) { H* h = new H; h.n = new N(v); h.n.home = h; return h; }
void line(void) { printf("\n"); }

void main(void)
{
    H* h = holder(1);
    h.n.go();
    line();                                            // expect: go1 ~1 
    h = holder(2);
    h.n.chain(2);
    line();                                            // expect: chain2 chain2 chain2 ~2 
    h = holder(3);
    printf("%d ", two(h.n, clear(h)));
    line();                                            // expect: ~3 301 
    h = holder(4);
    two_t* f = &two;
    printf("%d ", f(h.n, clear(h)));
    line();                                            // expect: ~4 401 
    h = holder(5);
    printf("%d ", drops(h, h.n));
    line();                                            // expect: ~5 5 
    h = holder(6);
    h.n.v = 60 + clear(h);                             // the object of a place
    line();                                            // expect: ~61 
    h = holder(7);
    h.n.row[clear(h)] += clear(h) + 5;
    line();                                            // expect: ~7 
    h = holder(8);
    for (i32 x in h.n.row) { h.n = 0; printf("%d ", x); }
    line();                                            // expect: 80 81 82 ~8 
    h = holder(9);
    try { printf("%d ", fails(h.n, h)); } catch (Fault f) { printf("caught "); }
    line();                                            // expect: ~9 caught 
    h = holder(10);
    N* kept = keep(h.n, h);
    printf("%d ", kept.v);
    kept = 0;
    line();                                            // expect: 10 ~10 
    h = holder(11);
    printf("%d ", again(h.n, h));
    line();                                            // expect: ~11 11 
    h = holder(12);
    N* local = h.n;
    h.n = 0;
    printf("%d ", both(local, (local = new N(13)).me()));    // the variable's object goes, the argument stays
    local = 0;
    line();                                            // expect: ~12 1213 ~13 
    h = holder(14);
    N* other = 0;
    printf("%d ", both((other = h.n), other) + clear(h));
    other = 0;
    line();                                            // expect: 1415 ~14 
    h = holder(15);
    h.m = new N(16);
    printf("%d ", both(h.n, h.m) + swap(h) * 0 + both(h.n, h.m));
    line();                                            // expect: 3131 
    h.n = 0;
    h.m = 0;
    line();                                            // expect: ~16 ~15 
    h = holder(17);
    bool yes = h.n.v > 3;
    printf("%d ", drops(h, yes ? h.n : h.m));
    line();                                            // expect: ~17 17 
    Far* far = new Far;
    far.n = new N(18);
    printf("%d ", far.last().add(clear(far)));
    line();                                            // expect: 19 ~18 
    far.n = new N(20);
    N* was = far.n;
    far.n.next = was = keep(far.n, far);               // far.n is gone when it is assigned to
    was.next = 0;
    was = 0;
    line();                                            // expect: ~20 
    printf("end\n");                                   // expect: end
}
