//--- stray bytes
i32 a = 3 ` 4; // expect-error: '`' is not part of any XC token // expect-error: expected ';'
//--- a comment without an end
i32 a;
/* never closed
 // expect-error@1: this comment is never closed
//--- quotes
void f(void)
{
    string s = "abc;   // expect-error: no closing quote
    ;                  // expect-error: expected an expression
}
//--- escapes
u8 a = '\q';        // expect-error: unknown or impossible escape
u8 b = '\xFF';      // expect-error: unknown or impossible escape
string s = "\uD800"; // expect-error: unknown or impossible escape
u8 c = 'ab';        // expect-error: 'ab' is not one byte
//--- numbers
i32 a = 0xG;       // expect-error: '0xG' is not a number
i32 b = 12abc;     // expect-error: '12abc' is not a number
u64 c = 18446744073709551616;  // expect-error: does not fit in 64 bits
//--- macros
#define ADD(a, b) a + b
#define GLUE(a, b) a##b
#define BAD(1) x   // expect-error: the parameters of macro 'BAD'
i32 a = ADD(1);    // expect-error: macro 'ADD' takes 2 arguments, not 1 // expect-error: expected an expression
i32 b = GLUE(1, +) 2; // expect-error: is not one token // expect-error: expected ';'
i32 c = ADD(1,     // expect-error: the arguments of macro 'ADD' are never closed
// expect-error@-1: expected an expression
//--- conditions
#if 1 +   // expect-error: the condition of '#if' is not an integer expression
#endif
#endif    // expect-error: '#endif' without an open '#if'
#ifdef    // expect-error: '#ifdef' wants a name
#endif
#if 1     // expect-error: this condition has no '#endif'
//--- directives
#import nothing      // expect-error: an import wants a file
#import "Nowhere.xc" // expect-error: cannot find 'Nowhere.xc'
#frob                // expect-error: unknown directive '#frob'
#error "as asked"    // expect-error: as asked
#warning take care   // expect-warning: take care
#pragma once         // expect-warning: unknown pragma 'once' is ignored
//--- a bomb
#define A(x) x x x x x x x x x x x x x x x x
#define B(x) A(x) A(x) A(x) A(x) A(x) A(x) A(x) A(x)
#define C(x) B(x) B(x) B(x) B(x) B(x) B(x) B(x) B(x)
#define D(x) C(x) C(x) C(x) C(x) C(x) C(x) C(x) C(x)
#define E(x) D(x) D(x) D(x) D(x) D(x) D(x) D(x) D(x)
#define F(x) E(x) E(x) E(x) E(x) E(x) E(x) E(x) E(x)
#define G(x) F(x) F(x) F(x) F(x) F(x) F(x) F(x) F(x)
G(G(G(;)))
i32 a; // expect-error: macros and imports make this program too long
//--- divisions in conditions
#if 1 / 0       // expect-error: the condition of '#if' divides by zero
#endif
#if 3 % (2 - 2) // expect-error: divides by zero
#endif
#if 0 && 1 / 0
#elif 1 || 1 % 0
#endif
#if 1 ? 2 : 1 / 0
#endif
#if 0 ? 1 / 0 : 2
#endif
