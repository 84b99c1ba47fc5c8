//--- the import
void f(void)
{
    par { for (u32 i in 0..3) { } }                             // expect-error: write #import "Par.xc"
}
//--- one loop
#import "Par.xc"
u32 a[100];
void f(void)
{
    par { a[0] = 1; }                                           // expect-error: the body of a par block is one ascending loop
    par { for (u32 i in 0..3) { } a[0] = 1; }                   // expect-error: the body of a par block is one ascending loop
    par { for (u32 i = 0; i < 3; i++) { } }                     // expect-error: the body of a par block is one ascending loop
    par { while (a[0]) { } }                                    // expect-error: the body of a par block is one ascending loop
}
//--- an ascending loop by one
#import "Par.xc"
void f(void)
{
    par { for (i32 i in 9..0) { } }                             // expect-error: the loop of a par block ascends
    par { for (u32 i in 0..9 step 2) { } }                      // expect-error: the loop of a par block steps by one
    par { for (u32 i in 0..9 step 1) { } }
}
//--- leaving the loop form
#import "Par.xc"
i32 f(void)
{
    par { for (u32 i in 0..3) break; }                          // expect-error: 'break' would leave the par block
    par { for (u32 i in 0..3) { switch (i) { case 1: return 1; } } }    // expect-error: 'return' in the loop of a par block
    return 0;
}
//--- leaving a grid's body
#import "Par.xc"
void f(void)
{
    par :grid(2, 2) { break; }                                  // expect-error: 'break' would leave the body of the grid
    par :grid(2, 2) { if (par.x == 1) { break; } }              // expect-error: 'break' would leave the body of the grid
}
//--- a value from a grid's body
#import "Par.xc"
u32 f(void)
{
    par :grid(2, 2) { return 3; }                               // expect-error: 'return' ends a work item and takes no value
    return 1;
}
//--- a return inside a loop of a grid's body
#import "Par.xc"
u32 a[4];
void f(void)
{
    par :grid(2, 2) { for (u32 i in 0..3) return; }             // expect-error: 'return' inside a loop of the body
    par :grid(2, 2) { while (a[0]) { if (a[1]) return; } }      // expect-error: 'return' inside a loop of the body
}
//--- a captured scalar
#import "Par.xc"
struct P { u32 x; };
u32 a[100];
void f(u32 top)
{
    u32 n = 0;
    P p = {1};
    par { for (u32 i in 0..100) { if (a[i] > top) top = a[i]; } }   // expect-error: 'top' is captured
    par { for (u32 i in 0..100) n++; }                          // expect-error: 'n' is captured
    par { for (u32 i in 0..100) p.x = i; }                      // expect-error: 'p' is captured
    par :grid(3, 3) { n = par.x; }                              // expect-error: 'n' is captured
}
//--- two blocks of one name
#import "Par.xc"
void f(void)
{
    par one { for (u32 i in 0..9) { } }
    par one { for (u32 i in 0..9) { } }                         // expect-error: two par blocks are called 'one'
}
//--- a block in a block
#import "Par.xc"
void f(void)
{
    par { for (u32 i in 0..3) { par { for (u32 k in 0..3) { } } } }     // expect-error: a par block inside a par block
    par :grid(2, 2) { par { for (u32 k in 0..3) { } } }         // expect-error: a par block inside a par block
}
