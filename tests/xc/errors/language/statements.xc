//--- switch
void f(float x, u32 n)
{
    switch (x) { }             // expect-error: a switch looks at an integer, not at float
    switch (n)
    {
        n = 1;                 // expect-error: nothing reaches this
        case 1: break;
        case 1: break;         // expect-error: the value 1 has a label already
        case n: break;         // expect-error: a label of a switch is a constant integer
        case 2..3: break;      // expect-error: a range label works on a u8, not on u32
        default: break;
        default: break;        // expect-error: a switch has one default
    }
    case 3:                    // expect-error: a label of a switch stands directly in its block
    n = 1;
}
//--- jumps
void f(i32 n)
{
    break;                     // expect-error: 'break' stands outside a loop or a switch
    continue;                  // expect-error: 'continue' stands outside a loop
    goto her;                  // expect-error: no label 'her' in this function, did you mean 'here'?
here:
    defer { return; }          // expect-error: 'return' would leave the defer
    defer { goto here; }       // expect-error: goto 'here' would jump out of a defer
    goto inner;                // expect-error: goto 'inner' would jump into
    try { inner: n = 1; } catch (e) { }
}
void g(void)
{
    goto past;                 // expect-error: goto 'past' would jump over a defer
    defer { }
past:
    ;
}
//--- ranges that go round
void ends(u32 lim, u8 from) {
    for (u8 i in 250..255) { }
    for (u8 i in 250...254) { }
    for (i8 i in -128...126) { }
    for (u8 i in 255...255) { break; }
    for (u8 i in 250...255) { if (i == 255) return; }
    for (u8 i in 250...255) { switch (i) { case 1: break; } }  // expect-warning: 'i' passes 255, the greatest u8, before this range ends and goes on at 0
    for (u8 i in 250...255) { while (lim > 2) { break; } }  // expect-warning: 'i' passes 255
    for (u8 i in from...255) { }  // expect-warning: 'i' passes 255
    for (u8 i in 0..250 step 100) { }  // expect-warning: 'i' passes 255
    for (u8 i in 0..200 step 100) { }
    for (u8 i in 9...0) { }  // expect-warning: 'i' passes 0, the least u8, before this range ends and goes on at 255
    for (u8 i in 9..0) { }
    for (i32 i in 2147483640...2147483647) { }  // expect-warning: 'i' passes 2147483647, the greatest i32, before this range ends and goes on at -2147483648
    for (u8 i in 0..256) { }  // expect-warning: the bound 256 does not fit in u8 and is taken as 0
    for (u32 i in 0..lim) { }
    for (u32 i in 0...lim) { }
}
//--- ranges in par blocks do not go round
#import "Par.xc"
u8 a[256];
void all(void) {
    par { for (u8 i in 0...255) { a[i] = i; } }
    par { for (u32 j in 0..4) { for (u8 i in 0...255) { a[j] = i; } } }  // expect-warning: 'i' passes 255
}
//--- ranges that macros turn
#define N 0
#define TOP 9
void down(void) {
    for (i32 i in 0..N - 1) { }  // expect-warning: with its macros replaced this range is 0 to -1 and counts down
    for (u8 i in 1..N) { }  // expect-warning: with its macros replaced this range is 1 to 0
    for (u8 i in 9..0) { }
    for (u8 i in TOP..0) { }
    for (i32 i in 0..N - 1 step 1) { }  // expect-error: this step leads away from the range's end
    for (i32 i in 1..N step -1) { }
}
//--- ranges
void f(u32 n)
{
    for (u32 i in 0..9 step 0) { }     // expect-error: a step is a literal integer, not 0
    for (i in 0..n) { }                // expect-error: 'i' needs a type
    for (float x in 0..3) { }          // expect-error: a range counts integers, not float
    for (i32 i in 0..6 step -1) { }    // expect-error: this step leads away from the range's end
}
//--- returns
i32 f(void) { return; }                // expect-error: 'f' returns 1 value, not 0
i32* g(void) { i32 x = 1; return &x; } // expect-error: 'x' ends with the function
//--- errors
class E { i32 code; }
i32 risky(void) throws { throw new E; }
void f(void)
{
    risky();                   // expect-error: 'risky' throws: call it inside 'try'
    throw new E;               // expect-error: 'f' is not declared to throw
    try { throw 3; }           // expect-error: an object is thrown, not u8
    catch (i32 n) { }          // expect-error: objects are caught, not i32
    try { risky(); }
    catch (e) { }
    catch (E e) { }            // expect-warning: an earlier catch takes everything
    i32 n = 0;
    delete n;                  // expect-error: 'delete' frees arrays and structs made by 'new', not i32
}
