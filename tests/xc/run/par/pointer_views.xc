// The item's own variables seen through pointers to other numbers of their size, and what is changed through them.
#use Stdio
#import "Par.xc"
struct S { u32 a; float f; };
u32 out[16];
u32 places[20];
u32 bits(float v) { return *(u32*)&v; }
float real(u32 v) { return *(float*)&v; }
i64 wide(i32* p) { return *p; }
i64 small(i8* p) { return p[1]; }
void negate(i32* p) { *p = -*p / 2; }
void sign(u32* p) { *p ^= 0x80000000; }
u32 at(float* p, u32 k) { return (u32)p[k]; }
i32 main(void)
{
    bool same = true;
    i64 sums[16];
    par
    {
        for (u32 i in 0..16)
        {
            u32 own[3];
            own[1] = 1150000000 + i;
            u32 v = 0 - i;
            u8 bytes[4];
            bytes[1] = 200 + (u8)i;
            S s = {0 - 2 * i, (float)i + 0.5};
            sums[i] = wide(&v) * 1000 + small((i8*)bytes) + wide(&s.a);
            negate(&s.a);
            sign((u32*)&s.f);
            out[i] = bits((float)i) ^ bits(real(7 * i)) ^ at((float*)own, 1) ^ s.a ^ (u32)(i32)(s.f * 2.0);
        }
    }
    for (u32 i in 0..16)
    {
        u32 v = 1150000000 + i;
        float f = (float)i;
        float g = -2.0 * ((float)i + 0.5);
        same &= sums[i] == -1000 * (i64)i - 56 + (i64)i - 2 * (i64)i;
        same &= out[i] == (*(u32*)&f ^ (7 * i) ^ (u32)*(float*)&v ^ (u32)((i32)i) ^ (u32)(i32)g);
    }
    printf("%u\n", same);       // expect: 1
    // Places that never meet: the first half and the second.
    for (u32 k in 0..20) places[k] = k;
    par { for (u32 i in 0..10) { u32 t = places[i]; places[i] = places[19 - i]; places[19 - i] = t; } }
    printf("%u %u %u\n", places[0], places[9], places[19]);     // expect: 19 10 0
    return 0;
}
