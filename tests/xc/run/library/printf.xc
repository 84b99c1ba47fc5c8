// Conversions take the size of their argument.
#import "Stdio.xc"
void main(void)
{
    u8 a = 255;
    u16 b = 40000;
    u32 c = 4000000000;
    u64 d = 0xFFFFFFFFFFFFFFFF;
    i8 e = -1;
    i64 f = -5;
    Stdio.printf("%u %u %u %u\n", a, b, c, d);    // expect: 255 40000 4000000000 18446744073709551615
    Stdio.printf("%d %d %d %d %d\n", a, b, c, e, f);    // expect: -1 -25536 -294967296 -1 -5
    Stdio.printf("%x %X %04x %016llx\n", e, c, a, d);   // expect: ff EE6B2800 00ff ffffffffffffffff
    Stdio.printf("%u %x %d\n", (i8)-32, (i16)-1, (u8)200);     // expect: 224 ffff -56
    Stdio.printf("[%5d|%-5d|%05d|%+d]\n", 42, 42, 42, 42);   // expect: [   42|42   |00042|+42]
    Stdio.printf("%.2f %e %g %8.3f\n", 1.5, 1500.0, 0.0001d, 2.25d);   // expect: 1.50 1.500000e+03 0.0001    2.250
    Stdio.printf("%c%c %s %%\n", 'A', $42, "text");     // expect: AB text %
    Stdio.printf("%*d|%.*f\n", 6, 7, 1, 2.55);          // expect:      7|2.5
    Stdio.print("x");
    Stdio.print((u16)65535);
    Stdio.print((i32)-7);
    Stdio.printHex((u8)10);
    Stdio.printf("\n");                                 // expect: x65535-70A
}
