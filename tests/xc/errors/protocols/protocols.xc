//--- declarations
protocol P
{
    void a(void);
    i32 b(i32 v, float k);
    optional bool c(void);
    i32 d;                     // expect-error: a protocol lists methods, found a field
}
class Q { void e(void) { } }
i32 main(void) { return 0; }
//--- syntax
protocol P { void a(void) { } }        // expect-error: 'a' of a protocol has no body, the classes that conform have one: end it with ';'
protocol R { static void a(void); }    // expect-error: a protocol lists methods, found 'static'
i32 main(void) { return 0; }
//--- classes
protocol P { void a(void); i32 b(i32 v, float k); optional bool c(void); }
protocol Twice { void a(void); void a(void); }     // expect-error: 'a' is declared twice
class Q { void e(void) { } }
class A <P> { }                // expect-error: class 'A' lacks 'void a(void)', 'i32 b(i32, float)' of protocol 'P'
class B <P> { void a(void) { } i32 b(i32 v) { return v; } }       // expect-error: class 'B' lacks 'i32 b(i32, float)' of protocol 'P'
class C <P> { i32 a(void) { return 1; } i32 b(i32 v, float k) { return v; } }      // expect-error: 'a' of class 'C' has another result than protocol 'P' wants
class D <P> { void a(void) { } i32 b(i32 v, float k) { return v; } i32 c(void) { return 1; } }     // expect-error: 'c' of class 'D' has another result than protocol 'P' wants
class E <Pp> { }               // expect-error: unknown protocol 'Pp', did you mean 'P'?
class F <Q> { }                // expect-error: 'Q' is no protocol: the class above stands behind ':', as in class F : Q
class G : P { }                // expect-error: 'P' is a protocol, not a class above: write class G <P>
class Full <P> { void a(void) { } i32 b(i32 v, float k) { return v; } }
class H : Full <P, P> { }         // expect-error: 'P' is named twice
class S <P> { static void a(void) { } i32 b(i32 v, float k) { return v; } }        // expect-error: class 'S' lacks 'void a(void)' of protocol 'P'
i32 main(void) { return 0; }
//--- uses
protocol P { void a(void); void b(i32 v); void b(float v); }
protocol Other { void a(void); }
class A <P> { i32 x; void a(void) { } void b(i32 v) { } void b(float v) { } }
class B { void a(void) { } }
class C : A { }
void take(P* p) { }
void own(A* a) { }
void f(P* p, A* a, C* c, B* b, Other* o)
{
    P* q = new P;              // expect-error: 'P' is a protocol: make an object of a class that conforms to it
    p = a;
    p = c;
    p = b;                     // expect-error: cannot use B* where a value of type P* is wanted
    p = o;                     // expect-error: cannot use Other* where a value of type P* is wanted
    a = p;                     // expect-error: cannot use P* where a value of type A* is wanted
    take(b);                   // expect-error: cannot use B* where an argument of type P* is wanted
    own(p);                    // expect-error: cannot use P* where an argument of type A* is wanted
    p.x = 3;                   // expect-error: 'P' has no member 'x'
    p.c();                     // expect-error: 'P' has no member 'c'
    p.a(1);                    // expect-error: 'a' takes 0 arguments, not 1
    auto k = &p.b;             // expect-error: several functions are called 'b'
    P r;                       // expect-error: here write P*
}
i32 main(void) { return 0; }
//--- par
#import "Par.xc"
protocol P { i32 a(void); }
class A <P> { i32 a(void) { return 1; } }
i32 out[4];
i32 go(P* p) { return p.a(); }
i32 main(void)
{
    P* p = new A;
    par { for (u32 i in 0..4) out[i] = p.a(); }    // expect-error: virtual call 'a'
    return 0;
}
