//--- a struct of structs grows
struct A { u8 a[1099511627776]; };
struct B { A a; A b; };                    // expect-error: 'B' is larger than 2^40 bytes
//--- grids
#import "Par.xc"
u32 a[10];
void f(u32 n)
{
    par :grid(65536, 65536) { a[0] = par.x; }       // expect-warning: is written from every work item
    par :grid(65536, 65537) { a[1] = par.x; }       // expect-error: a grid has at most 2^32 points
    par :grid(1 << 20, n, 1 << 20) { a[2] = 1; }    // expect-error: a grid has at most 2^32 points
    par :grid(n, 0) { a[3] = 1; }                   // expect-warning: is written from every work item
}
//--- a return is missing
i32 f(i32 x) { if (x) return 1; }          // expect-warning: 'f' can end here without a return
i32 g(i32 x) { if (x) return 1; else return 2; }
i32 h(i32 x) { while (true) { if (x > 3) return x; x++; } }
i32 k(i32 x) { while (1) { if (x > 3) break; x++; } }   // expect-warning: 'k' can end here
i32 l(i32 x) { switch (x) { case 1: return 2; default: return 3; } }
i32 m(i32 x) { switch (x) { case 1: return 2; } }       // expect-warning: 'm' can end here
i32 n(i32 x) { switch (x) { case 1: break; default: return 3; } }   // expect-warning: 'n' can end here
i32 o(i32 x) { for (;;) { if (x++ > 3) goto done; } done: return x; }
void p(i32 x) { if (x) return; }
i32 q(i32 x) { for (i32 i in 0..x) return i; }          // expect-warning: 'q' can end here
void exit(i32 code);
i32 r(i32 x) { if (x) return x; exit(1); }
i32 s(i32 x) { again: if (x > 3) return x; x++; goto again; }
i32 main(void) { }
//--- ranges of floats say so once
void f(void)
{
    for (u32 i in 0.0..3.0) { }            // expect-error: a range counts integers, not float
    for (i in 0.0..3.0) { }                // expect-error: a range counts integers, not float
    for (float x in 0.0..3.0) { }          // expect-error: a range counts integers, not float
}
//--- clauses
#import "Par.xc"
void foo(i32 x) { }
void f(void)
{
    par :reduce { for (u32 i in 0..3) { } }          // expect-error: expected '(' after ':reduce', found '{'
    par :foo(3) { for (u32 i in 0..3) { } }          // expect-error: unknown clause ':foo'
    par x :foo(3) :goal(speed) { for (u32 i in 0..3) { } }   // expect-error: unknown clause ':foo'
    par :foo { for (u32 i in 0..3) { } }             // expect-error: unknown clause ':foo'
    par :goal { for (u32 i in 0..3) { } }            // expect-error: expected '(' after ':goal', found '{'
}
//--- a label called par
void foo(i32 x) { }
void reduce(i32 x) { }
void f(void)
{
    par: foo(3);
    goto par;
}
