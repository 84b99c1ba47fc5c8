// A call of an optional method that the class lacks ends the program with its line.
#use Stdio
protocol P { optional i32 a(void); i32 b(void); }
class A <P> { i32 b(void) { return 2; } }
class B : A { i32 a(void) { return 1; } }       // found through the protocol all the same
i32 main(void)
{
    P* p = new B;
    printf("%d %d\n", p.a(), p.b());            // expect: 1 2
    p = new A;
    printf("%d\n", p.b());                      // expect: 2
    p.a();                                      // traps: the object has no 'a'
    return 0;
}
