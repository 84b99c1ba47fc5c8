//--- forms
void f(void)
{
    asm "nop";                 // expect-error: assembly is written asm("text"); or asm { text }
    asm(3);                    // expect-error: assembly is written asm("text"); or asm { text }
    asm("nop")                 // expect-error: expected ';' after the assembly, found 'asm'
    asm { nop }
}
asm("nop");                    // expect-error: blocks of inline assembly are not built
//--- in a par block
#import "Par.xc"
u32 a[4];
void g(void) { asm("nop"); }
void f(void)
{
    par { for (u32 i in 0..4) { asm("nop"); a[i] = i; } }     // expect-error: this par block contains assembly, which runs on one kind of CPU only
    par { for (u32 i in 0..4) { g(); a[i] = i; } }            // expect-error: this par block contains assembly, which runs on one kind of CPU only
}
