//--- what -Wanalyze finds
// flags: -Wanalyze
u32 g;
u32 f(u32 n, u8 small) {
    u32 never;                       // expect-warning: 'never' is never used
    u32 only = n;                    // expect-warning: 'only' is assigned and never read
    only = 3;
    u32 counted = 0;                 // expect-warning: 'counted' is assigned and never read
    counted += n;
    u32 x = 1;
    x = n * 2;                       // expect-warning: the value stored to 'x' is never read
    x = n * 3;
    u32 zero = n / 0;                // expect-warning: this divisor is 0, the quotient is then 0
    zero %= 0;                       // expect-warning: this divisor is 0, the remainder is then 0
    if (small > 255) g = 1;          // expect-warning: this is always false: u8 is from 0 to 255
    if (n >= 0) g = 2;               // expect-warning: this is always true: u32 is from 0 to 4294967295
    if (0 <= small) g = 3;           // expect-warning: this is always true: u8 is from 0 to 255
    if (0) g = 4;                    // expect-warning: this condition is always false
    while (1) { if (n == 3) break; n++; }
    g = 1 ? 2 : 3;                   // expect-warning: this condition is always true
    return x + zero;
    g = 3;                           // expect-warning: nothing reaches this
}
u32 loops(u32 n) {
    u32 sum = 0;
    u32 last = 0;
    for (u32 i in 0..n) {
        if (i == 7) continue;
        last = i;
        if (i > 9) break;
        last = i + 1;
        sum += i;
    }
    switch (n) { case 1: return 3; break; case 2: sum = 4; break; default: return sum; }
    sum = last + sum;
    u32 end = sum;
    defer { g = end; }
    end = 4;
    sum = 9;                         // expect-warning: the value stored to 'sum' is never read
    return last;
}
//--- addresses that outlive what they point to
struct S { u32* p; u32 v[3]; };
u32* kept;
S shared;
u32* f(S* s, u32** out, u32 n) {
    u32 x = n;
    u32 a[4];
    S local;
    kept = &x;                       // expect-warning: the address of 'x' outlives it
    s.p = a;                         // expect-warning: the address of 'a' outlives it
    *out = &a[2];                    // expect-warning: the address of 'a' outlives it
    shared.p = &local.v[1];          // expect-warning: the address of 'local' outlives it
    local.p = &x;
    u32* q = &x;
    u32* r = kept;
    if (n) return q;                 // expect-warning: the address of 'x' outlives it
    return r;
}
//--- without a word
u32 f(u32 n) { u32 never; u32 x = 1; x = 2; x = n; if (n >= 0) return x / 0; return 3; }
//--- one of them
// flags: -Wunused-local
u32 f(u32 n) { u32 never; if (n >= 0) return n / 0; return 3; }   // expect-warning: 'never' is never used
