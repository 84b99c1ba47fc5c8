//--- declarations
struct S { i32 x; i32 x; };         // expect-error: 'x' is declared twice
struct R { R inner; };              // expect-error: 'R' contains itself
typedef i32 fn_t(i32 v);
i32 a[];                            // expect-error: this array has neither a length nor values
i32 n = 3;
i32 b[n];                           // expect-error: the length of an array is a constant integer
i32 c[0];                           // expect-error: an array has at least one element
u8 d[2000000000000];                // expect-error: larger than 2^40 bytes
void e;                             // expect-error: void is not a type that holds a value
fn_t f;                             // expect-error: a function is no variable
void g[3];                          // expect-error: void cannot be the element of an array
auto h;                             // expect-error: there is none
enum k = {one = -1};                // expect-error: an enum's value is a constant integer
i32 m = n + 1;                      // expect-error: a global starts with a constant
fn_t w(void) { }                    // expect-error: a function cannot return i32(i32)
i64 main(i32 x) { return 0; }       // expect-error: main is 'i32 main(void)'
i32* p = &q;                        // expect-error: 'q' gets its type from a value further down
auto q = 5;
//--- classes
class A
{
    final void f(void) { }
    void late(void) :final { }
    i32 g(void) { return 1; }
    void h(void);                   // expect-error: method 'h' has no body
}
class B : A
{
    void f(void) { }                // expect-error: 'f' is final in 'A'
    void late(void) { }             // expect-error: 'late' is final in 'A'
    float g(void) { return 1.0; }   // expect-error: 'g' overrides a method of 'A' that has another result
}
class C : Aa { }                    // expect-error: unknown class 'Aa', did you mean 'A'?
//--- names of several kinds
enum a = {x};                 // expect-error: 'a' is declared twice
i32 a(void) { return 0; }     // expect-error: 'a' is declared twice
struct a { i32 v; };
//--- an enum's values end with u64
enum Fits { LAST_BUT_ONE = 18446744073709551614, LAST };
enum Wraps { TOP = 18446744073709551615, BEYOND };  // expect-error: 'BEYOND' would be 2^64
