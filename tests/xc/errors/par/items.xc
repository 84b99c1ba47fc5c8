// Independence: what is accepted in silence, refused, warned of.
#import "Par.xc"
#define W 10
u32 a[1000];
u32 b[1000];
u32 t[1000];
u32 rows[W][W];
struct P { u32 x, y; };
P pts[100];
void put(u32 at, u32 v) { a[at] = v; }   // expect-warning: the index into 'a' is computed from data
void f(u32 n, u32 w)
{
    par { for (u32 i in 0..n) a[i] = a[i] + b[i]; }
    par { for (u32 i in 0..n) { a[i + 2] = a[i + 2] + 1; } }
    par { for (u32 i in 0..n) { a[2 * i] = a[2 * i + 1]; a[2 * i + 1] = 3; } }
    par { for (u32 i in 0..n) a[i] = b[t[i]]; }
    par { for (u32 i in 0..n) { u32 at = i * 4; for (u32 k in 0..4) a[at + k] += k; } }
    par { for (u32 i in 0..n) for (u32 k in 0..w) a[i * w + k] = k; }
    par { for (u32 i in 0..n) { pts[i].x = i; pts[i].y = pts[i].x; } }
    par { for (u32 i in 0..n) put(i, 3); }
    par :grid(w, n) { a[par.y * par.width + par.x] = b[par.x + par.y * w]; }
    par :grid(w, n) { u32 at = par.x + par.width * par.y; a[at] = a[at] + 1; }
    par :grid(W, W) { a[par.y * W + par.x] = 1; rows[par.y][par.x] = rows[par.y][par.x] + 1; }
    par :grid(w, n, 3) { a[(par.z * par.height + par.y) * par.width + par.x] = 1; }
    par :grid(w, n) { a[(par.y * w + par.x) * 2 + 1] = a[(par.y * w + par.x) * 2]; }

    par { for (u32 i in 1..n) b[i] = a[i] + b[i - 1]; }          // expect-error: a scan, not a par
    par { for (u32 i in 0..n) b[i] = b[t[i]]; }                  // expect-error: a scan, not a par
    par { for (u32 i in 0..n) pts[i].x = pts[i + 1].x; }         // expect-error: a scan, not a par
    par :grid(w, n) { a[par.y * w + par.x] = a[par.y * w + par.x - 1]; }   // expect-error: a scan, not a par
    par { for (u32 i in 0..n) { a[i] = 1; b[i] = a[0]; } }       // expect-error: a scan, not a par
    par { for (u32 i in 0..n) a[t[i]] = i; }                     // expect-warning: the index into 'a' is computed from data
    par { for (u32 i in 0..n) a[t[i]] = a[t[i]] + 1; }           // expect-warning: the index into 'a' is computed from data
    par { for (u32 i in 0..n) put(t[i], 3); }
    par { for (u32 i in 0..n) a[3] = i; }                        // expect-warning: is written from every work item
    par { for (u32 i in 0..n) for (u32 k in 0..5) a[i * 4 + k] = k; }   // expect-warning: two work items may write one element of 'a'
    par { for (u32 i in 0..n) { a[i] = 1; a[i + 1] = 2; } }      // expect-warning: another work item may write this element of 'a'
    par :grid(w, n) { a[par.x] = 1; }                            // expect-warning: two work items may write one element of 'a'
}
