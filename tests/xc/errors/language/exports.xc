//--- what an object file cannot offer: compiled code calls these of C's by their names
// flags: -c
double floor(double x) { return x; }       // expect-error: an object file cannot offer 'floor'
void memcpy(u8* a, u8* b, u64 n) { }       // expect-error: an object file cannot offer 'memcpy'
u32 truncf;                                // expect-error: an object file cannot offer 'truncf'
static double ceil(double x) { return x; }
static u32 rint;
double sin(double x) { return x; }
double used(double x) { return ceil(x); }
class C { static double trunc(double x) { return x; } }
//--- only their declarations are fine
// flags: -c
double floor(double x);
pointer memset(pointer p, i32 byte, u64 n);
double used(double x) { u8 t[4]; memset(t, 1, 4); return floor(x); }
//--- nor do other files have them in mind
double floor(double x) { return x; }
i32 main(void) { return (i32)floor(1.5d); }
