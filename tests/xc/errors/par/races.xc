//--- writes through pointers to captured variables
#import "Par.xc"
struct S { u32 v; u32* to; };
u32 a[1000];
u32 g;
void f(u32 n)
{
    u32 local = 0;
    S s = {1, a};
    u32* p = &g;
    u32* q = &local;
    u32* other = a;
    par { for (u32 i in 0..n) *&g = i; }          // expect-error: writes the global 'g'
    par { for (u32 i in 0..n) *p = i; }           // expect-error: writes the global 'g'
    par { for (u32 i in 0..n) *q = i; }           // expect-error: 'local' is captured
    par { for (u32 i in 0..n) *&local = i; }      // expect-error: 'local' is captured
    par { for (u32 i in 0..n) (&s)->v = i; }      // expect-error: 's' is captured
    par { for (u32 i in 0..n) { u32* r = &local; *r = i; } }   // expect-error: 'local' is captured
    par { for (u32 i in 0..n) *(u32*)&local = i; }             // expect-error: 'local' is captured
    par { for (u32 i in 0..n) q[0] = i; }         // expect-error: 'local' is captured
    par { for (u32 i in 0..n) other[i] = i; }
}
//--- the item's number
#import "Par.xc"
u32 a[1000];
void f(u32 n)
{
    par { for (u32 i in 0..n) { a[i] = 1; i = 3; } }       // expect-error: 'i' is the number of the work item
    par { for (u32 i in 0..n) { a[i] = 1; i += 3; } }      // expect-error: 'i' is the number of the work item
    par { for (u32 i in 0..n) { a[i] = 1; i++; } }         // expect-error: 'i' is the number of the work item
    par { for (u32 i in 0..n) { a[i] = 1; *&i = 3; } }     // expect-error: 'i' is the number of the work item
    par { for (u32 i in 0..n) { u32 k = i; k++; a[i] = k; } }
}
//--- several items, one element
#import "Par.xc"
u32 a[100000];
u32 b[100000];
u32 h[256];
void bump(u32 at) { a[at] = a[at] + 1; }     // expect-error: a scan, not a par // expect-warning: two work items may write
void f(u32 n)
{
    par { for (u32 i in 0..n) b[(u8)i] = i; }                   // expect-warning: two work items may write one element of 'b'
    par { for (u32 i in 0..n) { u8 k = i; b[k] = i; } }         // expect-warning: two work items may write one element of 'b'
    par { for (u8 i in 0..200) b[i * 2] = i; }                  // expect-warning: two work items may write one element of 'b'
    par { for (u8 i in 0..200) b[i + 100] = i; }                // expect-warning: two work items may write one element of 'b'
    par { for (u32 i in 0..1000) b[(i * 0x1000000) / 64] = i; } // expect-warning: two work items may write one element of 'b'
    par { for (u32 i in 0..n) a[i & 7] = i; }                   // expect-warning: two work items may write one element of 'a'
    par { for (u32 i in 0..n) a[i % 10] = i; }                  // expect-warning: two work items may write one element of 'a'
    par { for (u32 i in 0..n) a[i / 2] = i; }                   // expect-warning: two work items may write one element of 'a'
    par { for (u32 i in 0..n) a[i >> 1] = i; }                  // expect-warning: two work items may write one element of 'a'
    par { for (u32 i in 0..n) for (u32 j in 0..3) a[i * 2 + j] = i; }   // expect-warning: two work items may write one element of 'a'
    par { for (u32 i in 0..n) b[(u8)i] = b[(u8)i] + 1; }                // expect-error: a scan // expect-warning: two work items may write
    par { for (u32 i in 0..n) { u8 k = i; b[k] = b[k] + 1; } }          // expect-error: a scan // expect-warning: two work items may write
    par { for (u8 i in 0..200) b[i * 2] = b[i * 2] + 1; }               // expect-error: a scan // expect-warning: two work items may write
    par { for (u32 i in 0..n) a[i & 7] = a[i & 7] + 1; }                // expect-error: a scan // expect-warning: two work items may write
    par { for (u32 i in 0..n) a[i % 10 + 3] += 1; }                     // expect-error: a scan // expect-warning: two work items may write
    par { for (u32 i in 0..n) for (u32 j in 0..3) a[i * 2 + j] = a[i * 2 + j] + 1; }   // expect-error: a scan // expect-warning: two work items may write
    par { for (u32 i in 0..n) for (u32 j in 0..2) a[i + j] += 1; }      // expect-error: a scan // expect-warning: two work items may write
    par { for (u32 i in 0..n) for (u32 j in 0..9) a[100 * i - 50 * j + 1000] += 1; }   // expect-error: a scan // expect-warning: two work items may write
    par { for (u32 i in 0..n) bump(i & 3); }
    par { for (u32 i in 0..n) a[i] = a[i ^ 1]; }                        // expect-error: a scan, not a par
    par { for (u32 i in 0..n) a[i ^ 1] = a[i]; }                        // expect-error: a scan, not a par
    par :grid(8, n) { u32 at = par.y * 8 + (par.x & 3); a[at] = 1; }    // expect-warning: two work items may write
}
//--- one array by several names
#import "Par.xc"
u32 a[1000];
u32 b[1000];
u32* fixed = b;
void f(u32 n, u32* given)
{
    u32* p = b;
    u32* q = &b[0];
    u32* later;
    later = b;
    u32* third = p + 3;
    par { for (u32 i in 1..n) b[i] = p[i - 1]; }                // expect-error: a scan, not a par
    par { for (u32 i in 1..n) p[i] = b[i - 1]; }                // expect-error: a scan, not a par
    par { for (u32 i in 1..n) b[i] = q[i - 1]; }                // expect-error: a scan, not a par
    par { for (u32 i in 1..n) b[i] = later[i - 1]; }            // expect-error: a scan, not a par
    par { for (u32 i in 1..n) b[i] = fixed[i - 1]; }           // expect-error: a scan, not a par
    par { for (u32 i in 1..n) b[i] = third[i]; }                // expect-error: a scan, not a par
    par { for (u32 i in 1..n) { u32* r = b; b[i] = r[i - 1]; } }   // expect-error: a scan, not a par
    par { for (u32 i in 1..n) { b[i] = 1; p[i - 1] = 2; } }     // expect-warning: another work item may write this element of 'b'
    par { for (u32 i in 1..n) b[i] = b[i] + a[i - 1]; }
    par { for (u32 i in 1..n) given[i] = b[i - 1]; }
}
//--- another point's element, in every way to write a point
#import "Par.xc"
struct P { u32 x, y; };
u32 g[64][64];
u32 v[4096];
u32 q[1000];
void bump(u32 y, u32 x) { g[y][x] = g[y][x] + 1; }
void turned(u32 y, u32 x) { g[y][x] = g[x][y]; }                        // expect-error: a scan, not a par
u32 at(u32 y, u32 x) { return g[y][x]; }                                // expect-error: a scan, not a par
void f(u32 n)
{
    par :grid(64, 64) { g[par.y][par.x] = g[par.x][par.y] + 1; }        // expect-error: a scan, not a par
    par :grid(64, 64) { g[par.y][par.x] = g[par.x][par.x]; }            // expect-error: a scan, not a par
    par :grid(64, 64) { v[par.y * 64 + par.x] = v[par.x * 64 + par.y]; }        // expect-error: a scan, not a par
    par :grid(64, 64) { v[par.y * 64 + par.x] = v[par.y * 64 + par.y]; }        // expect-error: a scan, not a par
    par :grid(64, 64) { v[par.y * 64 + par.x] = v[par.y * 64 + par.width]; }    // expect-error: a scan, not a par
    par :grid(64, 64) { g[par.y][par.x] = 1; g[par.x][par.y] = 2; }     // expect-warning: another work item may write this element
    par :grid(64, 64) { u32 x = par.x, y = par.y; g[y][x] = g[x][y]; }  // expect-error: a scan, not a par
    par :grid(64, 64) { P p = {par.x, par.y}; g[p.y][p.x] = g[p.x][p.y]; }      // expect-error: a scan, not a par
    par :grid(64, 64) { g[(u8)par.y][(u8)par.x] = g[(u8)par.x][(u8)par.y]; }    // expect-error: a scan, not a par
    par :grid(64, 64) { u32* row = g[par.y]; row[par.x] = g[par.x][par.y]; }    // expect-error: a scan, not a par
    par :grid(64, 64) { turned(par.y, par.x); }
    par :grid(64, 64) { g[par.y][par.x] = at(par.x, par.y); }
    par :grid(10, 10, 10) { q[par.z * 100 + par.y * 10 + par.x] = q[par.x * 100 + par.y * 10 + par.z]; }    // expect-error: a scan, not a par
    par :grid(64, 64) { P p = {par.x, par.y}; g[p.y][p.x] = g[par.y][par.x] + 1; }
    par :grid(64, 64) { bump(par.y, par.x); bump(par.y, par.x); }
}
//--- a dimension that the index misses, or that reaches over to another
#import "Par.xc"
u32 a[10000];
u32 g[64][64];
void f(u32 n)
{
    par :grid(64, 64) { a[par.x] += 1; }                    // expect-error: a scan, not a par // expect-warning: two work items may write
    par :grid(64, n) { a[par.x] += 1; }                     // expect-error: a scan, not a par // expect-warning: two work items may write
    par :grid(n, 64) { a[par.y] = a[par.y] + par.x; }       // expect-error: a scan, not a par // expect-warning: two work items may write
    par :grid(64, 64) { a[par.x + par.y] += 1; }            // expect-error: a scan, not a par // expect-warning: two work items may write
    par :grid(64, 64) { a[par.x + 2 * par.y] += 1; }        // expect-error: a scan, not a par // expect-warning: two work items may write
    par :grid(64, 64) { for (u32 k in 0..2) g[par.y][par.x + k] += 1; }     // expect-error: a scan, not a par // expect-warning: two work items may write
    par :grid(64, 64) { for (u32 k in 0..2) g[par.y + k][par.x] ^= 1; }     // expect-error: a scan, not a par // expect-warning: two work items may write
    par :grid(64, 1) { a[par.x] += 1; }
    par :grid(1, n) { a[par.y] += 1; }
    par :grid(2, 64) { a[par.x + 2 * par.y] += 1; }
    par { for (u32 i in 0..1) for (u32 k in 0..2) a[i + k] += 1; }
}
//--- one function's writes at several calls
#import "Par.xc"
u32 a[1001];
u32 t[1000];
void bump(u32 k) { a[k] = a[k] + 1; }           // expect-error: a scan, not a par // expect-warning: another work item may write
void put(u32 k) { a[k] = 1; }                   // expect-warning: another work item may write
void moved(u32 i) { u32 k = i; a[k] = 1; k = i + 1; t[i] = a[k]; }      // expect-error: a scan, not a par // expect-warning: computed from data
void f(u32 n)
{
    par { for (u32 i in 0..100) { bump(i); bump(i + 1); } }
    par { for (u32 i in 0..100) { put(i); put(i + 1); } }
    par { for (u32 i in 0..100) moved(i); }
    par { for (u32 i in 0..100) a[(u8)t[i]] = a[(u16)t[i]]; }           // expect-error: a scan, not a par // expect-warning: computed from data
    par { for (u32 i in 0..100) a[t[i]] = a[t[i]] + 1; }                // expect-warning: computed from data
}
//--- arrays in structs
#import "Par.xc"
struct G { u32 n; u32 v[100]; u32 w[100]; };
G g;
void f(u32 n)
{
    G local;
    par { for (u32 i in 1..n) g.v[i] = g.v[i - 1]; }            // expect-error: this reads 'g' where another work item may write it
    par { for (u32 i in 1..n) g.v[i] = g.w[i - 1] + g.n; }
    par { for (u32 i in 1..n) { G mine = g; g.v[i] = mine.v[i]; } }     // expect-error: this reads 'g' where another work item may write it
    par { for (u32 i in 1..n) g.v[3] = i; }                     // expect-warning: is written from every work item
    par { for (u32 i in 1..n) g.n = i; }                        // expect-error: writes the global 'g'
    par { for (u32 i in 1..n) local.v[i] = i; }                 // expect-error: 'local' is captured
}
//--- fields behind a pointer are told apart, unless a cast lays them across each other
#import "Par.xc"
struct W { u32 k; u32 a[100]; u32 b[100]; };
void fields(W* w) { par { for (u32 i in 1..99) w.a[i] = w.k + w.b[i - 1]; } }
void items(W* w) { par { for (u32 i in 1..99) w[i].a[3] = w[i - 1].b[3] + w[0].k; } }
void within(W* w) { par { for (u32 i in 1..99) w.a[i] = w.a[i - 1]; } }                // expect-error: this reads 'w' where another
void others(W* w) { par { for (u32 i in 1..99) w[i].a[3] = w[i - 1].a[3]; } }          // expect-error: this reads 'w' where another
void whole(W* w) { par { for (u32 i in 1..99) { W s = w[i - 1]; w[i].k = s.k; } } }    // expect-error: this reads 'w' where another
void inside(W* w)
{
    par { for (u32 i in 0..99) { W* moved = (W*)((u8*)w + 400); w.b[i] = moved.a[i + 1]; } }   // expect-error: this reads 'w' where another
}
void around(W* w, u32 bytes)
{
    W* moved = (W*)((u8*)w + bytes);
    par { for (u32 i in 0..99) w.b[i] = moved.a[i + 1]; }                              // expect-error: this reads 'w' where another
}
W g;
void in_memory(void)
{
    W* moved = (W*)((u8*)&g + 400);
    par { for (u32 i in 0..99) g.b[i] = moved.a[i + 1]; }                              // expect-error: this reads 'g' where another
}
