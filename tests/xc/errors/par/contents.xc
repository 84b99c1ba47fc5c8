#import "Par.xc"
#use Stdio
typedef u32 map_t(u32 v);
u32 g;
u32 a[100];
i32 puts(u8* text);
class C { u32 x; u32 f(void) { return x; } }
u32 rec(u32 n) { return n < 2 ? n : rec(n - 1) + 1; }
u32 writes(u32 n) { g = n; return n; }
u32 blocks(u32 n) { par { for (u32 i in 0..3) { } } return n; }
u32 throwing(u32 n) { try { throw new C; } catch (e) { } return n; }
void f(C* c, map_t* m)
{
    u32 top = 0;
    par { for (u32 i in 0..100) a[i] = c.x; }             // expect-error: uses 'C', an object
    par { for (u32 i in 0..100) { u32* p = new u32[3]; } } // expect-error: uses 'new' or 'delete'
    par { for (u32 i in 0..100) a[i] = c.f(); }           // expect-error: makes the virtual call 'f'
    par { for (u32 i in 0..100) a[i] = m(i); }            // expect-error: uses a function pointer
    par { for (u32 i in 0..100) a[i] = rec(i); }          // expect-error: calls 'rec', which recurses
    par { for (u32 i in 0..100) printf("%u", i); }        // expect-error: calls 'printf', which a GPU cannot run
    par { for (u32 i in 0..100) puts("x"); }              // expect-error: calls 'puts', which a GPU cannot run
    par { for (u32 i in 0..100) g = i; }                  // expect-error: writes the global 'g'
    par { for (u32 i in 0..100) a[i] = writes(i); }       // expect-error: writes the global 'g'
    par { for (u32 i in 0..100) a[i] = blocks(i); }       // expect-error: calls a function that holds a par block
    par { for (u32 i in 0..100) a[i] = throwing(i); }     // expect-error: throws or catches
    par { for (u32 i in 0..100) { if (a[i] > top) top = a[i]; } }  // expect-error: 'top' is captured
}
