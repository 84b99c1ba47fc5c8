// Functions that take pointers, called in place: jumps, defers, early returns, copies of structs.
#use Stdio
#import "Par.xc"
u32 a[100]; u32 b[100]; u32 t[100];
struct Im { u32 w; u32* px; };
u32 cw(Im im, u32 i) { return im.w + im.px[i]; }
u32 lab(u32* p, u32 n)
{
    u32 s = 0;
    if (n > 2) goto out;
    u32 k = 5;
    u32* q = p;
again:
    s += q[k % 3] + k;
    k--;
    if (k > 1) goto again;
out:
    return s + k;
}
u32 sw(u32* p, u32 n)
{
    switch (n % 4) { case 0: u32 k = 9; u32* q = p; return q[n] + k; case 1: k += 1; return k; default: k++; return k + p[n]; }
    return 77;
}
u32 defers(u32* p, u32 k) { u32 s = p[0]; defer { p[0] = 100 + k; } s += p[0]; return s + p[0]; }
u32 defers2(u32* p, u32 k) { if (k == 3) return p[1]; defer { p[0]++; } if (k == 4) return p[0] + 10; return p[0]; }
u32 walk(u32* p, u32 n) { u32 s = 0; p--; while (n) { s = s * 3 + *++p; n--; } return s + p[0]; }
struct Large { u32 words[1500]; };
u32 second(Large l, u32 k) { l.words[k] += 1; return l.words[k] + l.words[1]; }
Large shifted(Large l) { for (u32 k in 0..1499) l.words[k] = l.words[k + 1]; return l; }
Large large;

void show(void) { for (u32 k in 0..9) printf(k ? " %u" : "%u", t[k]); printf("\n"); }
i32 main(void)
{
    for (u32 k in 0..100) { a[k] = k; b[k] = 2 * k; }
    par { for (u32 i in 0..9) t[i] = lab(&a[i], 0) + lab(&a[i + 1], i) * 100; }
    show();
    par { for (u32 i in 0..9) { u32 s = 0; for (u32 j in 0..5) s = s * 10 + sw(a, i + j); t[i] = s; } }
    show();
    par
    {
        for (u32 i in 0..9)
        {
            u32 own[3];
            own[0] = i;
            own[1] = 50;
            t[i] = defers(own, i) * 1000 + defers2(&own[0], i) + own[0] * 100000;
        }
    }
    show();
    Im im = {3, b};
    Im* far = &im;
    par { for (u32 i in 0..9) { Im own = im; t[i] = own.px[i] + own.w + cw(*far, i) + cw(own, 1); } }
    show();
    par { for (u32 i in 0..9) { u32 own[5]; for (u32 k in 0..5) own[k] = i + k; t[i] = walk(&b[i + 3], i % 4) + walk(&own[i % 3], 2); } }
    show();
    for (u32 k in 0..1500) large.words[k] = k;
    par { for (u32 i in 0..9) { Large l = shifted(shifted(large)); t[i] = second(l, i) + second(large, i); } }
    show();
    return 0;
    // expect: 2420 2824 3228 32 36 40 44 48 52
    // expect: 91353 13531 35317 53178 131797 17971 79721 97222 172241
    // expect: 10100100 10203101 10306102 10309050 10512114 10615105 10718106 10821107 10924108
    // expect: 11 15 19 23 27 31 35 39 43
    // expect: 6 28 76 199 39 69 126 336 72
    // expect: 8 12 12 14 16 18 20 22 24
}
