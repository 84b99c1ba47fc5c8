// Whole exponents, random numbers, Par.device.
#import "Math.xc"
#import "Par.xc"
#use Stdio
float a[100];
i32 main(void)
{
    double two = 2.0d;
    float third = 3.0;
    i16 five = 5;
    i32 minus = -3;
    u32 ten = 10;
    printf("%.1f %.1f %.1f %.4f %.1f\n", Math.pow(third, five), Math.pow(third, (i16)0), Math.pow(two, five),
        Math.pow(two, minus), Math.pow(two, ten));
    printf("%.6f %.3f\n", Math.pow(third, (i16)-2), Math.pow(third, 0.5));
    par { for (u32 i in 0..100) a[i] = Math.pow((float)i, (i16)3); }
    printf("%.1f %.1f\n", a[2], a[99]);
    // Repeatable, and within what is promised.
    Math.setSeed(7);
    u32 first = Math.rand();
    Math.setSeed(7);
    u32 again = Math.rand();
    bool fine = first == again;
    u32 seen = 0;
    for (u32 i in 0..10000)
    {
        float f = Math.rand();
        double d = Math.rand();
        u16 die = Math.rand((u16)1, (u16)6);
        u8 small = Math.rand((u8)3);
        fine = fine & (f >= 0.5) & (f < 1.0) & (d >= 0.5d) & (d < 1.0d) & (die >= 1) & (die <= 6) & (small <= 3);
        seen = seen | ((u32)1 << (u32)die) | ((u32)256 << (u32)small);
    }
    printf("%u %x\n", fine, seen);
    Par.device("par", "gpu");
    return 0;
}
// expect: 243.0 1.0 32.0 0.1250 1024.0
// expect: 0.111111 1.732
// expect: 8.0 970299.0
// expect: 1 f7e
