// A program's functions and variables mean what they say, also where C's library, the linker or the
// compiler's back end has one of that name.
#use Stdio
#use Math
double sin(double x) { return 7.0d; }
double pow(double x, double y) { return 8.0d; }
double floor(double x) { return 9.0d; }
float floorf(float x) { return 5.0; }
float rintf(float x) { return 11.0; }
double exp2(double x) { return 6.0d; }
double ldexp(double x, i32 e) { return 3.0d; }
i32 toupper(i32 x) { return 5; }
i32 abs(i32 x) { return 6; }
i32 strlen(string s) { return 1000; }
i32 ffs(i32 x) { return 77; }
i32 isdigit(i32 x) { return 12; }
u32 ceilf = 17;
u32 memcpy[3] = {1, 2, 3};
struct Big { u32 a[100]; };
class llvm
{
    static u32 used = 4;
    static float sqrt(float x) { return 13.0; }
    static u32 counted(void) { static u32 trap; trap += 1; return trap; }
}
u32 compiler_used(void) { static u32 used = 3; return used; }
Big given(Big b) { Big c = b; c.a[7] += 1; return c; }

void main(void)
{
    printf("%.1f %.1f %.1f %.1f %.1f\n", sin(1.0d), pow(2.0d, 3.0d), floor(1.5d), floorf(2.5), rintf(0.5));
    // expect: 7.0 8.0 9.0 5.0 11.0
    printf("%.1f %.1f %d %d\n", exp2(3.0d), ldexp(1.0d, 3), toupper(97), abs(-3));  // expect: 6.0 3.0 5 6
    printf("%d %d %d\n", strlen("abc"), ffs(8), isdigit(48));                       // expect: 1000 77 12
    printf("%u %u %u\n", ceilf, memcpy[1], llvm.used);                              // expect: 17 2 4
    printf("%.1f %u %u\n", llvm.sqrt(4.0), llvm.counted() + llvm.counted(), compiler_used());   // expect: 13.0 3 3
    Big b;
    b.a[7] = 41;
    b = given(b);
    printf("%u\n", b.a[7]);                                                         // expect: 42
    // Library functions of the same names are still there.
    printf("%.1f %.1f\n", Math.sin(0.0), Math.pow(2.0, 3.0));                       // expect: 0.0 8.0
}
