// SPDX-License-Identifier: Apache-2.0
// Mathematics. What has a built-in body is the same code, and gives the same bits, on every target.
class Math
{
    static float sqrt(float x) :builtin("sqrt");
    static double sqrt(double x) :builtin("sqrt");
    static float sin(float x) :builtin("sin_f32");
    static double sin(double x) :builtin("sin_f64");
    static float cos(float x) :builtin("cos_f32");
    static double cos(double x) :builtin("cos_f64");
    static float tan(float x) :builtin("tan_f32");
    static double tan(double x) :builtin("tan_f64");
    static float atan(float x) :builtin("atan_f32");
    static double atan(double x) :builtin("atan_f64");
    static float exp(float x) :builtin("exp_f32");
    static double exp(double x) :builtin("exp_f64");
    static float ln(float x) :builtin("log_f32");
    static double ln(double x) :builtin("log_f64");
    static float pow(float x, float y) :builtin("pow_f32");
    static double pow(double x, double y) :builtin("pow_f64");
    // A whole exponent: products only, with fewer roundings than there are factors.
    static float pow(float x, i16 n)
    {
        float p = 1.0f;
        for (u16 k = n < 0 ? (u16)0 - (u16)n : (u16)n; k != 0; k >>= 1)
        {
            if (k & 1) p = p * x;
            x = x * x;
        }
        return n < 0 ? 1.0f / p : p;
    }
    static double pow(double x, u32 n)
    {
        double p = 1.0d;
        for (u32 k = n; k != 0; k >>= 1)
        {
            if (k & 1) p = p * x;
            x = x * x;
        }
        return p;
    }
    static double pow(double x, i32 n)
    {
        double p = Math.pow(x, n < 0 ? (u32)0 - (u32)n : (u32)n);
        return n < 0 ? 1.0d / p : p;
    }
    static double pow(double x, i16 n) { return Math.pow(x, (i32)n); }
    static float abs(float x) :builtin("abs");
    static double abs(double x) :builtin("abs");
    static i8 abs(i8 x) :builtin("abs");
    static i16 abs(i16 x) :builtin("abs");
    static i32 abs(i32 x) :builtin("abs");

    // Random numbers, one sequence a program: not for par blocks, which may not write its state.
    static u32 state = 0x2545f491;
    static void setSeed(u16 seed) { state = ((u32)seed + 1) * 0x9e3779b1; }
    static u32 rand()
    {
        state = state ^ (state << 13);
        state = state ^ (state >> 17);
        state = state ^ (state << 5);
        return state * 0x9e3779bb;
    }
    static u16 rand()
    {
        u32 bits = Math.rand();
        return (u16)(bits >> 16);
    }
    static u8 rand()
    {
        u32 bits = Math.rand();
        return (u8)(bits >> 24);
    }
    // In [0.5, 1).
    static float rand()
    {
        u32 bits = Math.rand();
        return 0.5f + (float)(bits >> 9) * (0.5f / 8388608.0f);
    }
    static double rand()
    {
        u32 high = Math.rand();
        u32 low = Math.rand();
        u64 bits = ((u64)high << 20) | ((u64)low >> 12);
        return 0.5d + (double)bits * (0.5d / 4503599627370496.0d);
    }
    // Both ends included; with the ends the wrong way round, the first one.
    static u16 rand(u16 low, u16 high)
    {
        if (high <= low) return low;
        u32 bits = Math.rand();
        u64 span = (u64)high - (u64)low + 1;
        return low + (u16)(((u64)bits * span) >> 32);
    }
    static u8 rand(u8 low, u8 high) { return (u8)Math.rand((u16)low, (u16)high); }
    static u16 rand(u16 most) { return Math.rand((u16)0, most); }
    static u8 rand(u8 most) { return (u8)Math.rand((u16)0, (u16)most); }

    static float PI() { return 3.14159265358979f; }
    static double PI() { return 3.14159265358979323846d; }
    static float TWO_PI() { return 6.28318530717959f; }
    static double TWO_PI() { return 6.28318530717958647692d; }
    static float PI_2() { return 1.57079632679490f; }
    static double PI_2() { return 1.57079632679489661923d; }
    static float PI_4() { return 0.785398163397448f; }
    static double PI_4() { return 0.785398163397448309616d; }
    static float INV_PI() { return 0.318309886183791f; }
    static double INV_PI() { return 0.318309886183790671538d; }
    static float E() { return 2.71828182845905f; }
    static double E() { return 2.71828182845904523536d; }
    static float SQRT2() { return 1.41421356237310f; }
    static double SQRT2() { return 1.41421356237309504880d; }
    static float SQRT1_2() { return 0.707106781186548f; }
    static double SQRT1_2() { return 0.707106781186547524401d; }
    static float TWO_SQRTPI() { return 1.12837916709551f; }
    static double TWO_SQRTPI() { return 1.12837916709551257390d; }
    static float LN2() { return 0.693147180559945f; }
    static double LN2() { return 0.693147180559945309417d; }
    static float LN10() { return 2.30258509299405f; }
    static double LN10() { return 2.30258509299404568402d; }
    static float LOG2E() { return 1.44269504088896f; }
    static double LOG2E() { return 1.44269504088896340736d; }
    static float LOG10E() { return 0.434294481903252f; }
    static double LOG10E() { return 0.434294481903251827651d; }
}
