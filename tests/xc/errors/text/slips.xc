//--- words of other languages in statements
u32 x[3];
i32 main(void)
{
    u32 a = 1, b = 2;
    if (a) { return 0; }
    elif (b) { return 1; }                  // expect-error: 'elif' starts no statement, XC writes else if
    if (a) b = 1;
    elsif (b) b = 2;                        // expect-error: 'elsif' starts no statement, XC writes else if
    if (a and b) return 0;                  // expect-error: found 'and', XC writes &&
    if (a or b) return 0;                   // expect-error: found 'or', XC writes ||
    if (not true) return 0;                 // expect-error: found 'not', XC writes !
    if (a) then { return 0; }               // expect-error: 'then' starts no statement, XC has no then
    for (u32 v : x) { a += v; }             // expect-error: XC writes 'in': for (T v in values)
    return 0;
}
//--- ordinary names
u32 and = 3;
u32 not(u32 v) { return !v; }
i32 main(void) { u32 or = 4, elif = 2, fro = 1, brek = 3; elif = and + or; fro = elif; return not(brek) + fro; }
//--- an operator as a call
i32 main(void) { if (not(true)) return 0; return 1; }       // expect-error: unknown function 'not', XC writes !
//--- misspelt keywords
u32 a[3];
void foo(u32 v) { }
i32 main(void)
{
    u32 v = 3;
    retrun v;                               // expect-error: 'retrun' starts no statement, did you mean 'return'?
    retrun 3;                               // expect-error: did you mean 'return'?
    whlie (v > 3) { v--; }                  // expect-error: did you mean 'while'?
    fro (u32 i in 0..3) { v += i; }         // expect-error: did you mean 'for'?
    siwtch (v) { case 1: v = 3; }           // expect-error: did you mean 'switch'?
    if (v) { v = 3; } esle { v = 4; }       // expect-error: did you mean 'else'?
    foo(3) { v = 3; }                       // expect-error: expected ';' after the expression, found '{'
    foo(3) foo(4);                          // expect-error: expected ';' after the expression, found 'foo'
    return 0;
}
//--- misspelt jumps
i32 main(void)
{
    while (true)
    {
        brek;                               // expect-error: unknown name 'brek', did you mean 'break'?
        contineu;                           // expect-error: did you mean 'continue'?
        return flase;                       // expect-error: did you mean 'false'?
    }
}
//--- misspelt types
i33 x;                                      // expect-error: unknown type 'i33', did you mean 'i32'?
strcut P { u32 x; };                        // expect-error: did you mean 'struct'?
clas Q { u32 x; }                           // expect-error: did you mean 'class'?
flaot half(u32 v) { return 0.5; }           // expect-error: did you mean 'float'?
fn add(a, b) { return a; }                  // expect-error: XC writes the result's type first
namespace n { u32 k; }                      // expect-error: XC has no namespaces
i32 main(void)
{
    i33 y = 3;                              // expect-error: did you mean 'i32'?
    flaot z = 3;                            // expect-error: did you mean 'float'?
    return 0;
}
//--- suffixes of numbers
i32 main(void)
{
    u32 a = 3u;                             // expect-error: '3u' is not a number, an integer has no suffix, write (u32)3
    u64 b = 1ULL;                           // expect-error: write (u64)1
    i64 c = 0x10L;                          // expect-error: write (i64)0x10
    u32 d = 0b101;                          // expect-error: XC writes %101
    u32 e = 0o17;                           // expect-error: XC has no octal numbers
    u32 f = 3z;                             // expect-error: '3z' is not a number
    return 0;
}
//--- words around members
class A
{
public:                                     // expect-error: found 'public', every member is public, leave it out
    u32 x;
    virtual void f(void) { }                // expect-error: every method is virtual, leave it out
    private u32 y;                          // expect-error: every member is public, leave it out
    u32 g(void) override { return 1; }      // expect-error: found 'override', a method of one name
}
//--- lists of values as values
struct P { u32 x; };
void g(P p) { }
i32 main(void)
{
    P p = (P){1};                           // expect-error: a list of values initialises an array or a struct
    g((P){1});                              // expect-error: a list of values initialises an array or a struct
    g({1});                                 // expect-error: a list of values initialises an array or a struct
    return 0;
}
//--- counts of one
u32 f(u32 v) { return v; }
i32 main(void)
{
    f(1, 2);                                // expect-error: 'f' takes 1 argument, not 2
    u32 a[1] = {1, 2};                      // expect-error: there is room for 1 value, not for 2
    return 0, 1;                            // expect-error: 'main' returns 1 value, not 2
}
//--- a macro's argument
#define ONE(x) x
u32 x = ONE(1, 2);                          // expect-error: macro 'ONE' takes 1 argument, not 2 // expect-error: expected an expression
//--- a par block without braces
#import "Par.xc"
u32 a[10];
void f(void)
{
    u32 s = 0;
    par for (u32 i in 0..10) { a[i] = i; }          // expect-error: stands in braces: par { for (T i in a..b) ... }
    par fill for (u32 i in 0..10) a[i] = i;         // expect-error: stands in braces
    par :reduce(+ s) for (u32 i in 0..10) s += a[i];        // expect-error: stands in braces
}
//--- fields in a par block
#import "Par.xc"
u32 a[10];
class C
{
    u32 n;
    void f(void) { par { for (u32 i in 0..10) a[i] = n; } }     // expect-error: copy the fields it needs into variables before the block
    void g(void) { u32 m = n; par { for (u32 i in 0..10) a[i] = m; } }
}
//--- misspelt members
class Base { i32 below(void) { return 1; } }
class Thing : Base { i32 area(void) { return super.belwo(); } static i32 made; static i32 make(void) { return 1; } }
// expect-error@1: 'super' has no member 'belwo', did you mean 'below'?
i32 main(void)
{
    i32 a = Thing.area();                   // expect-error: 'Thing' has no member 'area' that is static, call it on an object
    a = Thing.maed();                       // expect-error: 'Thing' has no member 'maed', did you mean 'make'?
    a = Thing.maade;                        // expect-error: 'Thing' has no member 'maade', did you mean 'made'?
    Thing* t = new Thing;
    a = t.made;                             // expect-error: 'Thing' has no member 'made' of its own, write Thing.made for the static one
    u32 list[3];
    return list.lenght;                     // expect-error: '.lenght' wants a struct or an object, not u32[3], did you mean 'length'?
}
//--- misspelt clauses, directives and files
#imprt "Par.xc"                             // expect-error: unknown directive '#imprt', did you mean 'import'?
#use Stido                                  // expect-error: cannot find 'Stido', did you mean 'Stdio'?
#import "Pra.xc"                            // expect-error: cannot find 'Pra.xc', did you mean 'Par.xc'?
u32 x[9];
i32 main(void)
{
    par :gird(3, 3) { x[0] = 1; }           // expect-error: unknown clause ':gird', a par block has :grid, :reduce and :goal, did you mean 'grid'?
    return 0;
}
//--- built-in functions are the library's
float root(float x) :builtin("sqrt_f32");    // expect-error: 'root' is built into the compiler, which only its own library may say; to use the library's file write #import "t.xc"
float other(float x) :builtin("sqrt_f32");
