// What a body does to reduced variables.
#import "Par.xc"
u32 a[1000]; u32 g; u32 h;
u32 most(u32 x, u32 y) { return x > y ? x : y; }
u32 max(u32 x, u32 y) { return x > y ? x : y; }
u32 min(u32 x, u32 y) { return x < y ? x : y; }
u32 rd(void) { return g; }
void add(u32 v) { g += v; }
void f(void) {

    u32 s = 0; bool any = false; u32 t = 1; u32* p = &g; u32* q = &s;
    par :reduce(max s) { for (u32 i in 0..1000) s += a[i]; }                                        // expect-warning: 's' is reduced by 'max'
    par :reduce(max s) { for (u32 i in 0..1000) s = a[i]; }                                         // expect-warning: 's' is reduced by 'max'
    par :reduce(max s) { for (u32 i in 0..1000) if (a[i] < s) s = a[i]; }                           // expect-warning: 's' is reduced by 'max'
    par :reduce(max s) { for (u32 i in 0..1000) if (s > a[i]) s = a[i]; }                           // expect-warning: 's' is reduced by 'max'
    par :reduce(max s) { for (u32 i in 0..1000) s = a[i] < s ? a[i] : s; }                          // expect-warning: 's' is reduced by 'max'
    par :reduce(max s) { for (u32 i in 0..1000) s = min(s, a[i]); }                                 // expect-warning: 's' is reduced by 'max'
    par :reduce(+ s) { for (u32 i in 0..1000) s *= a[i]; }                                          // expect-warning: 's' is reduced by '+'
    par :reduce(+ s) { for (u32 i in 0..1000) s = s * a[i]; }                                       // expect-warning: 's' is reduced by '+'
    par :reduce(+ s) { for (u32 i in 0..1000) s = a[i] - s; }                                       // expect-warning: 's' is reduced by '+'
    par :reduce(+ s) { for (u32 i in 0..1000) s = s + s; }                                          // expect-warning: 's' is reduced by '+'
    par :reduce(+ s) { for (u32 i in 0..1000) s = 0; }                                              // expect-warning: 's' is reduced by '+'
    par :reduce(+ t) { for (u32 i in 0..1000) { t++; a[i] = t; } }                                  // expect-warning: 't' is reduced, so here it holds a part
    par :reduce(+ t) { for (u32 i in 0..1000) { a[i] = t++; } }                                     // expect-warning: 't' is reduced, so here it holds a part
    par :reduce(+ t) { for (u32 i in 0..1000) { if (t < 10) t++; } }                                // expect-warning: 't' is reduced, so here it holds a part
    par :reduce(* t) { for (u32 i in 0..1000) { t++; } }                                            // expect-warning: 't' is reduced by '*'
    par :reduce(& t) { for (u32 i in 0..1000) { t |= 1; } }                                         // expect-warning: 't' is reduced by '&'
    par :reduce(| any) { for (u32 i in 0..1000) { any = false; } }                                  // expect-warning: 'any' is reduced by '|'
    par :reduce(+ g) { for (u32 i in 0..1000) { g += rd(); } }                                      // expect-error: reaches it in a function that it calls too
    par :reduce(+ g) { for (u32 i in 0..1000) { add(i); } }                                         // expect-error: reaches it in a function that it calls too
    par :reduce(+ g) { for (u32 i in 0..1000) { g += 1; a[i] = *p; } }                              // expect-error: reaches it through a pointer too
    par :reduce(+ g) { for (u32 i in 0..1000) { *p += 1; } }                                        // expect-error: reaches it through a pointer too
    par :reduce(+ s) { for (u32 i in 0..1000) { s += *q; } }                                        // expect-error: reaches it through a pointer too
    par { for (u32 i in 0..1000) a[i] = rd() + *p + *q; }
    // In silence:
    par :reduce(max s) { for (u32 i in 0..1000) if (a[i] > s) s = a[i]; }
    par :reduce(max s) { for (u32 i in 0..1000) { if (!(a[i] > s)) continue; s = a[i]; } }
    par :reduce(max s) { for (u32 i in 0..1000) { if (a[i] <= s) { } else s = a[i]; } }
    par :reduce(max s) { for (u32 i in 0..1000) { s = a[i] > s ? a[i] : s; s = s < i ? i : s; s = max(s, a[i]); s = most(a[i], s); } }
    par :reduce(max s) { for (u32 i in 0..1000) { s = max(max(i, s), a[i]); if (i == 3) s = 1; } }
    par :reduce(min s) { for (u32 i in 0..1000) { u32 v = a[i]; if (v < s && v > 3) s = v; } }
    par :reduce(+ s) { for (u32 i in 0..1000) { s = s + a[i]; s = a[i] + s; s = s - 1; s -= i; s++; ++s; s--; s = 1 + (s + i) + 2; } }
    par :reduce(+ s) { for (u32 i in 0..1000) { for (u32 j in 0..i) { if (a[j] > 3) s += a[j] * j; } s = a[i] > 3 ? s + 1 : s; } }
    par :reduce(* t) { for (u32 i in 0..1000) { t *= a[i]; t = t << 1; if (i == 3) t = 0; } }
    par :reduce(& t) { for (u32 i in 0..1000) { t &= a[i]; t = t & ~(u32)i; } }
    par :reduce(| any) { for (u32 i in 0..1000) { if (any) continue; any = any || a[i] == 3; if (a[i] == 4) any = true; any = any | (i == 500); } }
    par :reduce(^ t) { for (u32 i in 0..1000) { t ^= a[i]; t = i ^ t; t = ~t; } }
    par :grid(3,4) :reduce(+ s) { if (par.x == 2) return; s += par.y; }
}
i32 main(void) { f(); return 0; }
