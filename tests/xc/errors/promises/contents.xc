//--- new
#import "Par.xc"
u32 a[100];
void f(void)
{
    par { for (u32 i in 0..100) { u32* p = new u32[3]; } }      // expect-error: uses 'new' or 'delete'
}
//--- delete
#import "Par.xc"
u32* p;
void f(void)
{
    par { for (u32 i in 0..100) delete p; }                     // expect-error: uses 'new' or 'delete'
}
//--- a new object, through two helpers
#import "Par.xc"
class C { u32 x; }
u32 a[100];
u32 deepest(u32 v) { C* c = new C; return v; }
u32 deep(u32 v) { return deepest(v) + 1; }
void f(void)
{
    par { for (u32 i in 0..100) a[i] = deep(i); }               // expect-error: uses 'new' or 'delete' // expect-error: uses 'C', an object
}
//--- a captured object
#import "Par.xc"
class C { u32 x; }
u32 a[100];
void f(C* c)
{
    par { for (u32 i in 0..100) a[i] = c.x; }                   // expect-error: uses 'C', an object
}
//--- a global object through a helper
#import "Par.xc"
class C { static u32 count; u32 x; }
u32 a[100];
u32 look(C* c) { return c.x; }
void f(C* c)
{
    par { for (u32 i in 0..100) a[i] = look(c); }               // expect-error: uses 'C', an object
}
//--- a virtual call
#import "Par.xc"
class C { u32 f(void) { return 1; } }
u32 a[100];
void f(C* c)
{
    par { for (u32 i in 0..100) a[i] = c.f(); }                 // expect-error: makes the virtual call 'f'
}
//--- a function pointer
#import "Par.xc"
typedef u32 map_t(u32 v);
u32 a[100];
u32 apply(map_t* m, u32 v) { return m(v); }
void f(map_t* m)
{
    par { for (u32 i in 0..100) a[i] = m(i); }                  // expect-error: uses a function pointer
    par { for (u32 i in 0..100) a[i] = apply(m, i); }           // expect-error: uses a function pointer
}
//--- recursion
#import "Par.xc"
u32 a[100];
u32 down(u32 n) { return n < 2 ? n : down(n - 1) + 1; }
u32 even(u32 n) { return n == 0 ? 1 : odd(n - 1); }
u32 odd(u32 n) { return n == 0 ? 0 : even(n - 1); }
u32 helper(u32 n) { return even(n); }
void f(void)
{
    par { for (u32 i in 0..100) a[i] = down(i); }               // expect-error: calls 'down', which recurses
    par { for (u32 i in 0..100) a[i] = helper(i); }             // expect-error: which recurses
}
//--- printf
#import "Par.xc"
#use Stdio
u32 say(u32 n) { printf("%u", n); return n; }
u32 a[100];
void f(void)
{
    par { for (u32 i in 0..100) printf("%u", i); }              // expect-error: calls 'printf', which a GPU cannot run
    par { for (u32 i in 0..100) a[i] = say(i); }                // expect-error: calls 'printf', which a GPU cannot run
}
//--- other output
#import "Par.xc"
#use Stdio
void f(void)
{
    par { for (u32 i in 0..100) print("x"); }                   // expect-error: which a GPU cannot run
}
//--- code outside the program
#import "Par.xc"
i32 puts(u8* text);
i32 helper(u32 i) { return puts("x"); }
i32 a[100];
void f(void)
{
    par { for (u32 i in 0..100) puts("x"); }                    // expect-error: calls 'puts', which a GPU cannot run
    par { for (u32 i in 0..100) a[i] = helper(i); }             // expect-error: calls 'puts', which a GPU cannot run
}
//--- a global scalar
#import "Par.xc"
u32 g;
u32 a[100];
u32 writes(u32 n) { g = n; return n; }
u32 counts(u32 n) { static u32 calls; calls++; return n; }
u32 deep(u32 n) { return writes(n); }
void f(void)
{
    par { for (u32 i in 0..100) g = i; }                        // expect-error: writes the global 'g'
    par { for (u32 i in 0..100) g++; }                          // expect-error: writes the global 'g'
    par { for (u32 i in 0..100) a[i] = deep(i); }               // expect-error: writes the global 'g'
    par { for (u32 i in 0..100) a[i] = counts(i); }             // expect-error: writes the global 'calls'
}
//--- errors
#import "Par.xc"
class E { }
u32 a[100];
u32 fails(u32 n) throws { if (n > 3) throw new E; return n; }
u32 catches(u32 n) { try { return fails(n); } catch (e) { } return 0; }
void f(void)
{
    par { for (u32 i in 0..100) a[i] = catches(i); }            // expect-error: throws or catches
}
//--- a block through a helper
#import "Par.xc"
u32 a[100];
u32 inner(u32 n) { par { for (u32 i in 0..3) { } } return n; }
void f(void)
{
    par { for (u32 i in 0..100) a[i] = inner(i); }              // expect-error: calls a function that holds a par block
}
