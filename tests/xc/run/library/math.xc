// Math: float and double, on the host and in a par block, with the same bits.
#import "Math.xc"
#import "Par.xc"
#use Stdio
float host[64];
float items[64];
void main(void)
{
    printf("%.6f %.9f\n", Math.sqrt(2.0), Math.sqrt(2.0d));     // expect: 1.414214 1.414213562
    printf("%.4f %.4f %.4f %.4f\n", Math.sin(1.0), Math.cos(1.0), Math.exp(1.0), Math.ln(10.0));
    // expect: 0.8415 0.5403 2.7183 2.3026
    float pi = Math.PI();
    double wide = Math.PI();
    printf("%.6f %.12f %d\n", pi, wide, Math.abs((i32)-5));     // expect: 3.141593 3.141592653590 5
    for (u32 i in 0..64)
        host[i] = Math.sin((float)i) * Math.exp((float)i / 32.0) + Math.pow((float)i, 1.5);
    par { for (u32 i in 0..64) items[i] = Math.sin((float)i) * Math.exp((float)i / 32.0) + Math.pow((float)i, 1.5); }
    u32 different = 0;
    for (u32 i in 0..64)
        different += *(u32*)&host[i] != *(u32*)&items[i];
    printf("%u\n", different);      // expect: 0
}
