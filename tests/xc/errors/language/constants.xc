// Constants that are not what was written, and assignments that look like comparisons.
//--- numbers that a type does not hold
double w = 1e300;      // expect-warning: '1e300' is too large for a float and becomes infinity, the suffix d makes a double
double v = 1e300d;
float u = 1e-60;       // expect-warning: '1e-60' is too small for a float and becomes 0, the suffix d makes a double
double t = 1e400d;     // expect-warning: '1e400d' is too large for a double and becomes infinity
double s = 0.0e-99;
double z = 9007199254740993;  // expect-warning: 9007199254740993 does not fit in a double exactly and becomes 9007199254740992
double y = 9007199254740992;
float x = 16777217;    // expect-warning: 16777217 does not fit in a float exactly and becomes 16777216
float r = -16777216;
u8 q = 300;            // in silence: the language converts integers without a word
float f(float a) { return a; }
void g(void) {
    f(16777217);       // expect-warning: 16777217 does not fit in a float exactly
    float a[2] = {1, 33554433};  // expect-warning: 33554433 does not fit in a float exactly
    a[0] = (float)16777217;
}
//--- integers that a type cuts off
// flags: -Wanalyze
u8 q = 300;     // expect-warning: 300 does not fit in u8 and becomes 44
u8 p = 255;
u8 o = -1;
i8 n = 200;
i8 m = -129;    // expect-warning: -129 does not fit in i8 and becomes 127
u32 l = 14695981039346656037;  // expect-warning: 14695981039346656037 does not fit in u32 and becomes 2216829733
u8 f(u8 a) { return 256; }     // expect-warning: 256 does not fit in u8 and becomes 0
void g(void) {
    f(1000);    // expect-warning: 1000 does not fit in u8 and becomes 232
    f((u8)1000);
    u8 a[2] = {1, 257};  // expect-warning: 257 does not fit in u8 and becomes 1
    a[0] = 'a';
}
//--- assignments as conditions
u8 next(void) { return 0; }
void g(u8 x, u8 y, u8* p) {
    if (x = 3) { }       // expect-warning: this assigns and does not compare
    while (x = y) { break; }  // expect-warning: this assigns and does not compare
    for (; x = y + 1;) { break; }  // expect-warning: this assigns and does not compare
    if ((x = 3)) { }
    if (x = next()) { }
    while (x = *p++) { }
    if (x == 3) { }
    if (x += 3) { }
}
//--- calls that lose either way
void f(float a) { }
void f(i32 a) { }
void g(float a) { }
void g(double a) { }
void h(float a) { }
void h(i64 a) { }
void call(i64 a, i32 b, u8 c) {
    f(a);         // expect-error: several functions 'f' fit these arguments equally well
    f((i32)a);
    f((float)a);
    f(b);
    f(c);
    f(1);
    g(a);
    h(a);
}
//--- print and a wide integer
#use Stdio
void put(u32 v) { }
void put(i32 v) { }
void put(float v) { }
void call(u64 a) {
    put(a);  // expect-error: several functions 'put' fit these arguments equally well
    put((u32)a);
    print(a);
}
//--- constants of bools
bool all = 512;                             // expect-warning: bool is another name for u8, 512 does not fit and becomes 0: write 512 != 0
i32 main(void)
{
    bool a = 256;                           // expect-warning: 256 does not fit and becomes 0
    bool b = 257;                           // expect-warning: 257 does not fit and becomes 1
    bool c = 2, d = 255, e = -1, f = 256 != 0;
    u8 g = 256;
    return a + b + c + d + e + f + g;
}
