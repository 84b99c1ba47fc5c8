//--- the import
void f(void)
{
    par { for (u32 i in 0..3) { } }    // expect-error: a par block needs its runtime, write #import "Par.xc"
}
//--- loops
#import "Par.xc"
u32 a[100];
void f(u32 n)
{
    par { a[0] = 1; }                                     // expect-error: the body of a par block is one ascending loop
    par { for (u32 i in 0..3) { } a[0] = 1; }             // expect-error: the body of a par block is one ascending loop
    par { for (u32 i = 0; i < 3; i++) { } }               // expect-error: the body of a par block is one ascending loop
    par { for (u32 i in 0..9 step 2) { } }                // expect-error: the loop of a par block steps by one
    par { for (i32 i in 9..0) { } }                       // expect-error: the loop of a par block ascends
    par { for (u32 i in 0..3) break; }                    // expect-error: 'break' would leave the par block
    par { for (u32 i in 0..3) return; }                   // expect-error: 'return' in the loop of a par block
    par { for (u32 i in 0..3) { par { for (u32 k in 0..3) { } } } }   // expect-error: a par block inside a par block
    par { for (u32 i in 0..3) { static u32 s; } }         // expect-error: 's' would be shared by all items
    par one { for (u32 i in 0..9 step 1) { } }
    par one { for (u32 i in 0...9) a[i] = n; }            // expect-error: two par blocks are called 'one'
}
//--- grids
#import "Par.xc"
u32 a[100];
void f(float x, u32* p)
{
    par :grid(2, x) { }                                   // expect-error: the size of a grid is an integer, not float
    par :grid(2, 2) { break; }                            // expect-error: 'break' would leave the body of the grid
    par :grid(2, 2) { continue; }                         // expect-error: 'continue' outside a loop of the body
    par :grid(2, 2) { return 3; }                         // expect-error: 'return' ends a work item and takes no value
    par :grid(2, 2) { for (u32 i in 0..3) return; }       // expect-error: 'return' inside a loop of the body
    par :grid(2, 2) { a[par.w] = 1; }                     // expect-error: a grid has par.x, y, z, width, height and depth, no 'w'
    par :reduce(+ p) { for (u32 i in 0..3) { } }          // expect-error: 'p' has type u32*, which this operator does not reduce
    par :reduce(& x) { for (u32 i in 0..3) { } }          // expect-error: 'x' has type float
    par :reduce(+ y) { for (u32 i in 0..3) { } }          // expect-error: unknown name 'y'
}
