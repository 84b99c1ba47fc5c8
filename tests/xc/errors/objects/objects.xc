//--- weak words
class C { i32 v; weak:C* ok; }
struct S { weak:i32* p; };             // expect-error: a weak reference is one to an object, as in weak:T* with a class T, not 'i32'
weak:C plain;                          // expect-error: not 'C'
//--- weak
class C { i32 v; weak:C* ok; }
struct Q { i32 a; };
struct S { weak:Q* p; };               // expect-error: a weak reference is one to an object, as in weak:T* with a class T, not Q*
i32 takes(weak:C* c) { return 0; }     // expect-error: variables and fields are weak, a parameter counts for the call
weak:C* gives(void) { return 0; }      // expect-error: variables and fields are weak, a result counts for the call
//--- weak values
class C { i32 v; weak:C* w; }
class D { }
void f(C* c)
{
    weak:D* d = c;                     // expect-error: cannot use C* where a value of type D* is wanted
    weak:C* w = c;
    w += 1;                            // expect-error: '+' does not work on C* and u8
    C** p = &w;                        // expect-error: cannot use weak:C** where
    u32 weak = 2;
    weak = weak * weak;
}
//--- objects by value
class C { i32 v; void init(i32 a) { v = a; } }
class D { C inside; }                  // expect-error: an object is made by 'new' or stands in a function, here write C* for a reference to one
C g;                                   // expect-error: here write C*
void f(C c) { }                        // expect-error: here write C*
C h(void) { return 0; }                // expect-error: a function cannot return C
C row[3];                              // expect-error: C cannot be the element of an array
C* back(void) { C c(1); return c; }    // expect-error: 'c' ends with the function, its address cannot be returned
C* cast(void) { C c(1); return (C*)&c; }       // expect-error: 'c' ends with the function
i32 main(void)
{
    C a;                               // expect-error: 'C' takes 1 argument, not 0
    C b(1, 2);                         // expect-error: 'C' takes 1 argument, not 2
    C c = a;                           // expect-error: an object is made where it is declared, by C c(arguments): write C* for a reference to another
    static C d(3);                     // expect-error: here write C*
    u32 e(4);                          // expect-error: 'e' is no object, only those are made with arguments
    C ok(5);
    ok = new C(6);                     // expect-error: 'ok' is an object, not a variable that refers to one: declare that as C*
    C* p = &ok;
    p[0] = ok;                         // expect-error: '=' wants a variable
    C* many = new C[3];                // expect-error: 'C' takes 1 argument, not 0
    return 0;
}
//--- inits and deallocs
class Fault { }
class Base { void init(i32 a) throws { } void dealloc(void) throws { } }       // expect-error: 'dealloc' cannot throw
class Derived : Base { void init(i32 a) { } }  // expect-error: the init of 'Base' runs first and throws
class Each { void init(void) throws { } void dealloc(i32 a) { } }              // expect-error: 'dealloc' takes no parameters
class Good : Base { void init(i32 a) { try { super.init(a); } catch (e) { } } }
class Tells { i32 f(void) throws { return 1; } }
class Silent : Tells { i32 f(void) { return 2; } }     // expect-error: 'f' overrides a method of 'Tells' that throws
void f(Tells* t)
{
    t.f();                             // expect-error: 'f' throws: call it inside 'try'
    new Base(1);                       // expect-error: 'init' throws: call it inside 'try'
    Base b(1);                         // expect-error: 'init' throws
    try { new Each[3]; } catch (e) { } // expect-error: the init of 'Each' throws: make the objects one by one, in an array of Each*
}
//--- the class above
class A { void init(i32 v) { } }
class B : A { void init(void) { } }    // expect-warning: no init of 'A' has these parameters or none, so none runs: call super.init
class C : B { void init(u8* text) { } }
class D : A { void init(void) { super.init(3); } }
//--- hidden fields
class A { i32 v; }
class B : A
{
    i32 w;
    i32 f(i32 w) { i32 v = w; return v; }          // expect-warning: 'v' hides the field of class 'B', which is self.v here
    void g(void) { for (i32 w in 0..3) { } }       // expect-warning: 'w' hides the field
    static i32 h(void) { i32 v = 3; return v; }
}
//--- the root
class Object : Thing { }               // expect-error: 'Object' contains itself
class Thing { }
//--- protocols have no objects
protocol P { void a(void); }
P* many = 0;
void f(void)
{
    many = new P[3];                   // expect-error: 'P' is a protocol: make an object of a class
    u64 n = sizeof(P);                 // expect-error: here write P*
}
