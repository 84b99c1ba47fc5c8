// A catch names a protocol: any object that conforms to it is caught.
#use Stdio

protocol Coded { i32 code(void); }
class Fault { i32 n; void init(i32 v) { n = v; } void dealloc(void) { printf("~%d\n", n); } }
class Known : Fault <Coded> { void init(i32 v) { n = v; } i32 code(void) { return n * 10; } }

void fail(i32 v) throws { if (v > 1) throw new Known(v); throw new Fault(v); }

i32 main(void)
{
    for (i32 v in 1..3)
    {
        try { fail(v); }
        catch (Coded c) { printf("code %d\n", c.code()); }
        catch (Fault f) { printf("fault %d\n", f.n); }
    }
    // expect: fault 1
    // expect: ~1
    // expect: code 20
    // expect: ~2
    return 0;
}
