// Variadic functions with a body: each width, promotion-free passing, forwarding, objects, methods.
#use Stdio

class Box
{
    i32 value;
    void init(i32 v) { value = v; }
    void dealloc(void) { printf("end of %d\n", value); }
    i32 total(string what, ...)
    {
        i32 ap;
        va_start(ap);
        i32 t = value;
        while (ap < 2) t += va_arg(ap, i32);
        va_end(ap);
        return t;
    }
    static i32 count(...) { u8 ap; va_start(ap); return va_arg_i32(ap); }
}
class Half : Box
{
    void init(i32 v) { }
    i32 total(string what, ...) { u8 ap; va_start(ap); return value * 1000 + va_arg(ap, i32); }
}
class Named
{
    i32 sum;
    void init(u8 n, ...) { u8 ap; va_start(ap); for (u8 i in 0..n) sum += va_arg(ap, u16); }
}
class More : Named { void init(u8 n, ...) { sum *= 2; } }

u32 sum(u32 n, ...)
{
    u8 ap;
    va_start(ap);
    u32 s = 0;
    for (u32 i in 0..n) s += va_arg(ap, u32);
    va_end(ap);
    return s;
}
u32 sum_all(u32 n, ...) { return sum(n, ...); }
u32 deeper(u32 n, ...) { if (n > 3) return sum_all(n, ...) + 1; return sum_all(n, ...); }

void widths(u8 rounds, ...)
{
    u8 ap;
    for (u8 r in 0..rounds)
    {
        va_start(ap);
        u8 a = va_arg_u8(ap);
        i8 b = va_arg_i8(ap);
        u16 c = va_arg_u16(ap);
        i16 d = va_arg_i16(ap);
        u32 e = va_arg_u32(ap);
        i32 f = va_arg_i32(ap);
        u64 g = va_arg_u64(ap);
        i64 h = va_arg_i64(ap);
        float x = va_arg_float(ap);
        double y = va_arg_double(ap);
        u8* p = va_arg_ptr(ap);
        string q = va_arg(ap, string);
        va_end(ap);
        printf("%u %d %u %d %u %d %llu %lld %.3f %.3f %s %d\n", a, b, c, d, e, f, g, h, x, y, p, q == 0);
    }
}
// Each value read at another width than it was given.
void across(u8 n, ...)
{
    u8 ap;
    va_start(ap);
    printf("%u", n);
    for (u8 i in 0..n) printf(" %lld", va_arg(ap, i64));
    va_start(ap);
    for (u8 i in 0..n) printf(" %u", va_arg(ap, u8));
    printf("\n");
}
i32, i32 two(u8 n, ...) { u8 ap; va_start(ap); i32 a = va_arg(ap, i32); return a, va_arg(ap, i32); }
struct Pair { i32 a, b; };
Pair pair(u8 n, ...) { u8 ap; va_start(ap); Pair p = {va_arg(ap, i32), va_arg(ap, i32)}; return p; }
i32 boxes(u8 n, ...)
{
    u8 ap;
    va_start(ap);
    i32 s = 0;
    for (u8 i in 0..n) { Box* b = va_arg(ap, Box*); if (b) s += b.value; }
    return s;
}
Box* kept(...) { u8 ap; va_start(ap); return va_arg(ap, Box*); }
i32 pick(i32 a) { return 1; }
i32 pick(i32 a, ...) { return 2; }
i32 thrown(u8 n, ...) throws
{
    u8 ap;
    va_start(ap);
    Box* b = va_arg(ap, Box*);
    defer { va_end(ap); }
    if (n) throw b;
    return 3;
}
i32 fact(i32 n, ...) { u8 ap; va_start(ap); i32 k = va_arg(ap, i32); return n == 0 ? k : fact(n - 1, k * n); }
i32 jumps(u8 n, ...)
{
    u8 ap;
    i32 s = 0;
    va_start(ap);
again:
    if (n == 0) goto out;
    s = s * 10 + va_arg(ap, i32);
    n--;
    goto again;
out:
    return s;
}

i32 main(void)
{
    printf("%u %u %u\n", sum(3, (u32)1, 2, 70000), sum_all(2, 5, 6), deeper(4, 1, 2, 3, 4));  // expect: 70003 11 11
    widths(2, 200, -5, 60000, -300, 4000000000, -70000, 18446744073709551615, -1, 1.5, 2.25d, "text", 0);
    // expect: 200 -5 60000 -300 4000000000 -70000 18446744073709551615 -1 1.500 2.250 text 1
    // expect: 200 -5 60000 -300 4000000000 -70000 18446744073709551615 -1 1.500 2.250 text 1
    i8 small = -2;
    u16 wide = 65535;
    across(4, small, wide, true, -3000000000);  // expect: 4 -2 65535 1 -3000000000 254 255 1 0
    (i32 a, i32 b) = two(2, 7, 8);
    Pair p = pair(2, 9, 10);
    printf("%d %d %d %d\n", a, b, p.a, p.b);    // expect: 7 8 9 10
    printf("%d\n", boxes(3, new Box(1), 0, new Box(2)));    // expect: 3
    // expect: end of 2
    // expect: end of 1
    Box* box = kept(new Box(5));
    printf("%d %d %d\n", box.value, box.total("x", 1, 2), Box.count(4));    // expect: 5 8 4
    Box* half = new Half(6);
    printf("%d\n", half.total("x", 3));         // expect: 6003
    Named* named = new More(3, 1, 2, 3);
    printf("%d\n", named.sum);                  // expect: 12
    printf("%d %d %d\n", pick(1), pick(1, 2), fact(5, 1));  // expect: 1 2 120
    printf("%d\n", jumps(3, 1, 2, 3));          // expect: 123
    try
    {
        printf("%d\n", thrown(0, box));         // expect: 3
        printf("%d\n", thrown(1, box));
    }
    catch (Box e) { printf("caught %d\n", e.value); }       // expect: caught 5
    return 0;
    // expect: end of 6
    // expect: end of 5
}
