// Methods that throw: through callbacks, protocols and in blocks.
#use Stdio
class A { i32 v; i32 go(void) throws { throw self; } }
protocol T { i32 go(void) throws; }
class B <T> { i32 go(void) throws { return 3; } }
i32 f(i32 a, ...) { block b i32(void) = { return a; }; return b(); }
i32 main(void)
{
    A* a = new A;
    callback c i32(void) throws = &a.go;
    try { c(); } catch (A e) { printf("caught\n"); }
    T* t = new B;
    try { printf("%d\n", t.go()); c = &t.go; printf("%d\n", c()); } catch (e) { }
    printf("%d\n", f(4, 5));
    block g void(void) = { A z; z.v = 4; printf("%d\n", z.v); };
    g();
    return 0;
}
// expect: caught
// expect: 3
// expect: 3
// expect: 4
// expect: 4
