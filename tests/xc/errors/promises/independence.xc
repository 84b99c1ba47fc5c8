//--- a scan
#import "Par.xc"
u32 a[100], b[100];
void f(u32 n)
{
    par { for (u32 i in 1..n) { b[i] = a[i] + b[i - 1]; } }     // expect-error: a scan, not a par
    par { for (u32 i in 0..n) { b[i] = b[i + 1]; } }            // expect-error: a scan, not a par
    par { for (u32 i in 0..n) { b[2 * i] = b[3 * i + 1]; } }    // expect-error: a scan, not a par
}
//--- another item's element through data
#import "Par.xc"
u32 a[100], b[100];
void f(u32 n)
{
    par { for (u32 i in 0..n) { b[i] = b[a[i]]; } }             // expect-error: a scan, not a par
}
//--- a scan of a grid
#import "Par.xc"
u32 a[100];
void f(u32 w, u32 h)
{
    par :grid(w, h) { a[par.y * par.width + par.x] = a[par.y * par.width + par.x + 1]; }    // expect-error: a scan, not a par
}
//--- a scan in a helper
#import "Par.xc"
u32 b[100];
void step(u32 i) { b[i] = b[i - 1] + 1; }                       // expect-error: a scan, not a par
void f(u32 n)
{
    par { for (u32 i in 1..n) step(i); }
}
//--- a scattered write
#import "Par.xc"
u32 a[100], t[100];
void f(u32 n)
{
    par { for (u32 i in 0..n) a[t[i]] = i; }                    // expect-warning: the index into 'a' is computed from data
    par { for (u32 i in 0..n) a[7] = i; }                       // expect-warning: is written from every work item
    par { for (u32 i in 0..n) { a[i] = 1; a[i + 1] = 2; } }     // expect-warning: another work item may write this element of 'a'
}
//--- the warning's name
// flags: -Wno-par-scatter
#import "Par.xc"
u32 a[100], t[100];
void f(u32 n)
{
    par { for (u32 i in 0..n) a[t[i]] = i; }
}
