// Blocks throw, defer and return as functions do; what they hold goes on every path.
#use Stdio

class Fault { i32 code; void init(i32 c) { code = c; } void dealloc(void) { printf("~f%d\n", code); } }
class Thing { i32 n; void init(i32 v) { n = v; } void dealloc(void) { printf("~t%d\n", n); } }

i32 run(block f i32(i32 v) throws, i32 v) throws { defer { printf("ran\n"); } return f(v); }

i32 main(void)
{
    Thing* t = new Thing(1);
    block f i32(i32 v) throws = {
        defer { printf("left %d\n", v); }
        if (v > 2) throw new Fault(v);
        return t.n + v;
    };
    t = 0;
    try
    {
        printf("%d\n", run(f, 1));
        printf("%d\n", run(f, 3));
    }
    catch (Fault e) { printf("fault %d\n", e.code); }
    // expect: left 1
    // expect: ran
    // expect: 2
    // expect: left 3
    // expect: ran
    // expect: fault 3
    // expect: ~f3
    u32 n = 0;
again:
    {
        block:u32 k = n;
        Thing* own = new Thing(10);
        block g void(void) = { k += (u32)own.n; };
        own = 0;
        g();
        n = k;
    }
    if (n < 20) goto again;
    printf("%u\n", n);
    // expect: ~t10
    // expect: ~t10
    // expect: 20
    return 0;
    // expect: ~t1
}
