//--- an error of one stage hides none of another
#import "Par.xc"
u32 a[100];
i32 g(void) {
    i32 b = 3;
    b = * ;                 // expect-error: expected an expression, found ';'
    return bb;              // expect-error: unknown name 'bb', did you mean 'b'?
}
i32 h(void) { return nowhere; }    // expect-error: unknown name 'nowhere'
void scan(void) {
    par { for (u32 i in 1..100) a[i] = a[i - 1]; }     // expect-error: this reads 'a' where another work item may write it
    par { for (u32 i in 0..100) { u32 x = a[i] + none; a[i] = x; } }    // expect-error: unknown name 'none'
}
//--- a par block in a function with another fault is looked at
#import "Par.xc"
u32 a[100];
void scan(void) {
    par { for (u32 i in 1..100) a[i] = a[i - 1]; }     // expect-error: this reads 'a' where another work item may write it
    a = 3;                  // expect-error: arrays are not assigned as a whole
}
//--- nothing is said twice of what could not be read
#import "Par.xc"
struct P { i32 x; i32 y z; };         // expect-error: expected ';' after the field, found 'z'
i32 f(i32 a, b) { return a + b; }     // expect-error: unknown type 'b'
enum { ONE, TWO = };                  // expect-error: expected an expression, found '}'
typedef i32 [ row_t;                  // expect-error: expected ']' after the array's length, found ';'
u32 big[;                             // expect-error: expected an expression, found ';'
class C : Nope { i32 n; i32 odd(i32 3) { return 1; } }   // expect-error: unknown class 'Nope'  // expect-error: expected a name after the parameter's type
i32 main(void) {
    P p;
    C* c = new C;
    u32 total = TWO + big[0];
    i32 wrong = 3 +* ;                // expect-error: expected an expression, found ';'
    par { for (u32 i in 0..4) big[i] = big[i + 1]; }
    if (wrong > 3) goto out;
    * out: return f(1, 2);            // expect-error: expected ';' after the expression, found ':'
    return p.y + c.odd(3) + wrong;
}
//--- a helper with a fault
#import "Par.xc"
u32 a[10];
u32 helper(u32 x) { return x + y; }   // expect-error: unknown name 'y'
void f(void) {
    par { for (u32 i in 0..10) a[i] = helper(i); }
    par { for (u32 i in 0..10) { new u8[3]; a[i] = helper(i); } }   // expect-error: uses 'new' or 'delete'
}
//--- what is forgotten is read as if it stood there
#import "Par.xc"
u32 a[10];
void f(u32 n) {
    u32 b = n                         // expect-error: expected ';' after the declaration, found 'if'
    if (b > 3 { a[b & 7] = none; }    // expect-error: expected ')' after the condition, found '{'  // expect-error: unknown name 'none'
    for (u32 i in 0..n { a[i] = i + nope; }    // expect-error: expected ')' after the range, found '{'  // expect-error: unknown name 'nope'
    while (n + ) { n = missing; }     // expect-error: expected an expression, found ')'  // expect-error: unknown name 'missing'
    if (*) b = 1; else b = absent;    // expect-error: expected an expression, found ')'  // expect-error: unknown name 'absent'
    return                            // expect-error: expected ';' after 'return', found '}'
}
//--- clauses and what stands in the block
#import "Par.xc"
u32 a[100];
void f(u32 n) {
    u32 s = 0;
    par :reduce(% s) { for (u32 i in 0..n) s += q; }      // expect-error: '%' does not reduce  // expect-error: unknown name 'q'
    par :grid(n) { a[par.w] = 1; }                        // expect-error: a grid has two or three sizes, not 1  // expect-error: no 'w'
    par :grid(n, +) { a[par.x] = z; }                     // expect-error: expected an expression, found ')'  // expect-error: unknown name 'z'
    par :goal(fast) { for (u32 i in 0..n step 2) { } }    // expect-error: a goal is 'speed' or 'accuracy'  // expect-error: steps by one
    par :gird(n, 4) { a[par.x] = zz; }                    // expect-error: did you mean 'grid'?  // expect-error: unknown name 'zz'
    i32 t = s.x;                                          // expect-error: '.x' wants a struct or an object, not u32
}
//--- a brace is missing
void f(i32 n) {
    if (n > 3) {
        n = 1;
    n = 2;
}
i32 g(i32 x) {              // expect-error: a function inside a function, is a '}' missing above it?
    return x + gone;        // expect-error: unknown name 'gone'
}
i32 main(void) { return g(4); }
//--- a brace is missing in a method
class A {
    i32 n;
    void f(void) { if (n) { n = 1; }
    i32 g(void) { return n; }     // expect-error: a function inside a function, is a '}' missing above it?
}
class B {
    void f(A* a) { while (a) {
class C { i32 n; }                // expect-error: a class inside a function, is a '}' missing above it?
i32 main(void) { C* c = new C; return c.n + no; }   // expect-error: unknown name 'no'
class D {
    i32 n;
class E { }                       // expect-error: a class inside a class, is a '}' missing above it?
//--- after a missing import only what the text itself says
#import "Nothing.xc"        // expect-error: cannot find 'Nothing.xc'
Thing* t;
i32 f(void) { return other(3; }       // expect-error: expected ')' after the arguments, found ';'
