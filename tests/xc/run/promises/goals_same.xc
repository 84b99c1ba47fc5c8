// On the CPU both goals run the same code: the same bits.
#import "Par.xc"
#import "Math.xc"
#use Stdio
float fast[5000], precise[5000];

i32 main(void)
    {
    par :goal(speed) { for (u32 i in 0..5000) fast[i] = Math.sin((float)i) / Math.exp((float)i * 0.001); }
    par :goal(accuracy) { for (u32 i in 0..5000) precise[i] = Math.sin((float)i) / Math.exp((float)i * 0.001); }
    u32 other = 0;
    for (u32 i in 0..5000) if (fast[i] != precise[i]) other += 1;
    printf("%u\n", other);                                      // expect: 0
    return 0;
    }
