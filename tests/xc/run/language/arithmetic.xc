// No promotion: an operator works at the wider of its operands.
#use Stdio

u8 wrap(u8 a, u8 b) { return a + b; }
i32 div(i32 a, i32 b) { return a / b; } // checks: division by zero // checks: the least value divided by -1
i32 rem(i32 a, i32 b) { return a % b; } // checks: remainder by zero // checks: the least value divided by -1
u32 shl(u32 a, u32 n) { return a << n; } // checks: shifts by 33
i32 sar(i32 a, u8 n) { return a >> n; }
u32 shr(u32 a, i32 n) { return a >> n; }
i32 toint(float f) { return (i32)f; } // checks: does not fit in i32
u8 tobyte(float f) { return (u8)f; } // checks: does not fit in u8

void main(void)
{
    u8 a = 200, b = 100;
    u32 wide = a + b;
    u16 mid = a + (u16)b;
    printf("%u %u %u\n", wide, mid, wrap(255, 2));          // expect: 44 300 1
    printf("%u %u\n", 1 << 21, 300 * 400 * 7);              // expect: 2097152 840000
    printf("%d %d\n", -200, -3000000000);                   // expect: -200 -3000000000
    u32 mask = ~0;
    printf("%x\n", mask);                                   // expect: ffffffff
    printf("%x %x\n", (u8)$81 <: 1, (u8)$81 :> 1);          // expect: 3 c0
    printf("%d %d %d %d\n", div(7, -2), rem(-7, 2), div(5, 0), rem(5, 0));  // expect: -3 -1 0 5
    printf("%d %d\n", div(-2147483647 - 1, -1), rem(-2147483647 - 1, -1));  // expect: -2147483648 0
    printf("%u %d %u\n", shl(1, 33), sar(-8, 1), shr(4294967288, 1));       // expect: 2 -4 2147483644
    printf("%d %d %d %u %u\n", toint(2.9), toint(-2.9), toint(3e9), tobyte(300.0), tobyte(-1.0));
    // expect: 2 -2 2147483647 255 0
    i16 minus = -5;
    u16 big = 200;
    printf("%d\n", minus < big);                            // expect: 1
    printf("%u %u %u\n", %1010, $1F, 0xFF_FF);              // expect: 10 31 65535
    printf("%u\n", 7 %2);                                   // expect: 1
    printf("%u\n", 1 + 2 << 1);                             // expect: 6
    printf("%d\n", 6 & 3 == 3);                             // expect: 0
    printf("%d\n", 1 ? 2 : 3);                              // expect: 2
    double d = 0.1;
    double e = 0.1d;
    printf("%.10f %.10f\n", d, e);                          // expect: 0.1000000015 0.1000000000
    float f = 1.0;
    f += 2;
    f *= 1.5;
    printf("%f %d %d\n", f, !f, f != 0.0);                  // expect: 4.500000 0 1
    float x = 1.5;
    u32 bits = *(u32*)&x;
    printf("%08x\n", bits);                                 // expect: 3fc00000
    u8 n = 250;
    n += 10;
    printf("%u\n", n);                                      // expect: 4
    i32 i = 5;
    i32 k = i++ + ++i;
    printf("%d %d\n", i, k);                                // expect: 7 12
    i64 t = (i64)1 << 40;
    printf("%lld %d\n", t, (i32)(t >> 38));                 // expect: 1099511627776 4
    u64 h = 0xCBF29CE484222325;
    printf("%016llx\n", h * 0x100000001B3);                 // expect: af63bd4c8601b7df
    auto small = 300;
    printf("%u %u\n", sizeof(small), sizeof(u32*));         // expect: 2 8
}
