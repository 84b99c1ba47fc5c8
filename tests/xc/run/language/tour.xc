// A little of everything.
#import "Par.xc"
#use Stdio

struct P { i32 x; float y; };
enum color = {red, green = 4, blue};
typedef i32 op_t(i32 a, i32 b);
i32 add(i32 a, i32 b) { return a + b; }
i32 twice(op_t* f, i32 v) { return f(v, v); }
P make(i32 x) { P p = {x, 1.5}; return p; }
u32 table[5] = {1, 2, 3};
u16, u16 halves(u16 v) { return v / 2, v % 2; }

class Shape { i32 id; void init(i32 i) { id = i; } i32 area(void) { return 0; } void show(void) { printf("shape %d area %d\n", id, area()); } void dealloc(void) { printf("bye %d\n", id); } }
class Sq : Shape { i32 s; void init(i32 i) { s = i * 2; } i32 area(void) { return s * s; } }
class Err { i32 code; void init(i32 c) { code = c; } }
class Err2 : Err { void init(i32 c) { } }
i32 risky(i32 v) throws { defer { printf("defer %d\n", v); } if (v > 2) throw new Err2(v); return v * 10; }
i32 mid(i32 v) throws { return risky(v) + 1; }

i32 sw(i32 x)
{
    i32 r = 0;
    switch (x) { case 0: r += 1; case 1: r += 10; break; case 2: return 99; case 3: case 4: r = 7; default: r += 1000; }
    return r;
}
i32 gt(i32 n)
{
    i32 s = 0;
    i32 i = 0;
    if (n > 5) goto inside;
again:
    while (i < n) { s += i; inside: i++; if (s > 20) goto done; }
    if (s < 5 && n < 100) { n += 3; goto again; }
done:
    return s;
}
i32 main(void)
{
    P p = make(7);
    P q = p;
    q.x += 1;
    printf("%d %d %f %s\n", p.x, q.x, q.y, "hi");
    printf("%u %d\n", table[2], table.length);
    printf("%d %d\n", twice(&add, 21), blue);
    (u16 a, u16 b) = halves(9);
    printf("%d %d\n", a, b);
    for (i32 i in 0..6) printf("%d ", sw(i));
    printf("\n");
    for (i32 i in 0...8) printf("%d ", gt(i));
    printf("\n");
    Shape* s = new Sq(3);
    s.show();
    Shape* t = new Shape(9);
    t.show();
    s = t;
    for (i32 i in 1...4)
    {
        try { printf("mid %d\n", mid(i)); }
        catch (Err2 e) { printf("caught %d\n", e.code); }
        catch (e) { printf("other\n"); }
    }
    u8 w = 200; u8 x = 100;
    u32 z = w + x;
    printf("%u %x %lld\n", z, 1 << 21, -3000000000);
    i32 par = 3;
    printf("%d\n", par);
    u32 sum = (u32)0; u32 best = (u32)0;
    u32 arr[1000];
    par fill :reduce(+ sum) :reduce(max best)
    {
        for (u32 i in 0..1000)
        {
            arr[i] = (i * (u32)3) % (u32)1000;
            sum = sum + arr[i];
            if (arr[i] > best) best = arr[i];
        }
    }
    printf("%u %u\n", sum, best);
    return 0;
}
// expect: 7 8 1.500000 hi
// expect: 3 5
// expect: 42 5
// expect: 4 1
// expect: 11 10 99 1007 1007 1000 
// expect: 15 6 10 15 6 10 15 21 21 
// expect: shape 3 area 36
// expect: shape 9 area 0
// expect: bye 3
// expect: defer 1
// expect: mid 11
// expect: defer 2
// expect: mid 21
// expect: defer 3
// expect: caught 3
// expect: defer 4
// expect: caught 4
// expect: 44 200000 -3000000000
// expect: 3
// expect: 499500 999
// expect: bye 9
