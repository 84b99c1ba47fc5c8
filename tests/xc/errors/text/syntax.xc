//--- expected tokens
void f(void)
{
    i32 b = 3     // expect-error: expected ';' after the declaration
    a = 1;        // (found here, reported behind the 3)
    i32 a;
    a = (a + 1;   // expect-error: expected ')' after the expression
    f(a, ;        // expect-error: expected an expression, found ';'
    if (a) }      // expect-error: expected a statement after 'if'
//--- names
i32 3;            // expect-error: expected a name after the type, found '3'
void f(i32 while) { } // expect-error: 'while' is a reserved word and cannot be a name
//--- types
struct Point { i32 x; };
void f(void) { new 3; }    // expect-error: expected a type, found '3'
Poin g;                    // expect-error: unknown type 'Poin', did you mean 'Point'?
3;                         // expect-error: expected a declaration, found '3'
i32, i32 v;                // expect-error: several types stand only before a function
i32 h(void) 3;             // expect-error: expected '{' or ';' after the parameters of 'h'
struct P :tight { i32 x; }; // expect-error: a struct's only annotation is ':packed'
}                          // expect-error: this '}' closes nothing
//--- members
class C
{
    3;       // expect-error: expected a field or a method, found '3'
    i32 ok;
}
//--- statements
void f(void)
{
    else { }         // expect-error: 'else' without an 'if'
    do { } while (1); // expect-error: XC has no do loop
    i32 a, b = 1, 2, 3;  // expect-error: 2 variables cannot be initialised by 3 values
    try { }
    f();             // expect-error: 'try' wants at least one 'catch'
}
//--- a list in an expression
void f(i32 b) { b = {1}; }   // expect-error: a list of values initialises an array or a struct
//--- a block without an end
void f(void)
{   // expect-error: this block is never closed
    f();
//--- annotations
void f(void) :odd { }      // expect-warning: unknown annotation ':odd' is ignored
//--- par
#import "Par.xc"
void f(void)
{
    u32 s = 0;
    par :reduce(/ s) { for (u32 i in 0..3) { } }                  // expect-error: '/' does not reduce
    par :reduce(+ s) :reduce(max s) { for (u32 i in 0..3) { } }   // expect-error: 's' is named in two reductions
    par :goal(fast) { for (u32 i in 0..3) { } }                   // expect-error: a goal is 'speed' or 'accuracy'
    par :goal(speed) :goal(speed) { for (u32 i in 0..3) { } }     // expect-error: a second ':goal' in one block
    par :grid(1) { }                                              // expect-error: a grid has two or three sizes, not 1
    par :goal(speed) :speed(1) { for (u32 i in 0..3) { } }        // expect-error: unknown clause ':speed'
}
