// Callbacks of plain functions: 16 bytes, null, truth, in structs, arrays, globals, as arguments and results.
#use Stdio
typedef i32 shape_t(i32 v);
typedef callback handler i32(i32 v);
struct Pair { i32 a; i32 b; };
struct Job { i32 n; callback done i32(i32 code); };
i32 plain(i32 c) { return c + 1; }
i32 other(i32 c) { return c * 2; }
Pair pair(i32 a, Pair p) { Pair q = {a + p.a, p.b}; return q; }
void fails(i32 v) throws { if (v) throw new Fault; printf("fine\n"); }
class Fault { static i32 go(i32 v) { return v - 1; } }
callback started i32(i32 c) = &plain;
callback empty i32(i32 c);
handler table[2] = {&plain, &Fault.go};
i32 call(callback c i32(i32 code), i32 v) { return c ? c(v) : -1; }
callback i32(i32 code) pick(bool first) { if (first) return &plain; return &other; }
handler none(void) { return 0; }
class Holder { callback done i32(i32 v); i32 fire(i32 v) { return done(v); } }

i32 main(void)
{
    callback done i32(i32 code) = (callback i32(i32))0;
    if (!done) printf("null\n");                                // expect: null
    printf("%d %d\n", call(done, 3), call(&plain, 3));          // expect: -1 4
    done = &other;
    printf("%d %d %d\n", done(5), done != 0, done == 0);        // expect: 10 1 0
    printf("%u %d\n", (u32)sizeof(done), started(8));           // expect: 16 9
    printf("%d %d\n", empty ? 1 : 0, table[0](1) + table[1](1));        // expect: 0 2
    shape_t^ f = &plain;
    shape_t^ g = f;
    printf("%d %d\n", f(10), g(11));                            // expect: 11 12
    printf("%d %d\n", pick(true)(3), pick(false)(3));           // expect: 4 6
    if (!none()) printf("none\n");                              // expect: none
    Job j = {3, &other};
    Job k = j;
    k.done = &plain;
    printf("%d %d\n", j.done(j.n), k.done(k.n));                // expect: 6 4
    Holder* h = new Holder;
    if (!h.done) h.done = done;
    printf("%d\n", h.fire(4));                                  // expect: 8
    callback s Pair(i32 a, Pair p) = &pair;
    Pair p = {1, 2};
    printf("%d %d\n", s(5, p).a, s(5, p).b);                    // expect: 6 2
    callback c void(i32 v) throws = &fails;
    try { c(0); c(1); } catch (e) { printf("caught\n"); }       // expect: fine
    // expect: caught
    done = 0;
    block b i32(i32 v) = { return f ? f(v) * 10 : 0; };
    f = 0;
    printf("%d %d\n", b(1), f ? 1 : 0);                         // expect: 20 0
    return 0;
}
