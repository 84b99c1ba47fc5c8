//--- slices
#import "Par.xc"
u32 a[4];
u32* p;
u32* q;
struct S { u32* data; };
u32 take(u32* v) { return v.length; }       // expect-error: this length is not known: only pointers that hold nothing but what 'new T[n]' made have one
u32 passed(u32* v) { return v.length; }     // expect-error: this length is not known
u32* given(void) { return a; }
u32* calloc(u64 n, u64 size);
typedef u32 taker(u32* v);
void f(i32 argc, S s)
{
    taker* t = &passed;
    t(new u32[3]);
    take(a);
    p = new u32[3];
    p++;
    q = new u32[3];
    S r = {&a[1]};
    u32* own = new u32[3];
    u32* moved = new u32[3] + 1;
    u32** address = &own;
    u32* bytes = (u32*)new u8[4];
    u32 n = p.length + q.length + own.length + r.data.length;   // expect-error: this length is not known // expect-error: this length is not known // expect-error: this length is not known
    n = given().length;                     // expect-error: this length is not known
    n = calloc(3, 4).length;                // expect-error: this length is not known
    n = moved.length + bytes.length;        // expect-error: this length is not known // expect-error: this length is not known
    for (u32 v in address[0]) n += v;       // expect-error: this length is not known
}
i32 main(i32 argc, u8** argv) { return argv.length; }   // expect-error: this length is not known
//--- places
#import "Par.xc"
u32 a[4];
u32 n;
float x;
void f(void)
{
    n = a[1..2];               // expect-error: a part of an array stands only in a loop over it: for (T v in a[1..4])
    f2(a[..2]);                // expect-error: a part of an array stands only in a loop over it
    for (u32 v in a[x..]) { }  // expect-error: the number of elements or of one is an integer, not float
    for (u32 v in a[1..5]) { } // expect-error: this bound lies outside the array of 4
    for (u32 v in a[1...4]) { }    // expect-error: this bound lies outside the array of 4
    for (u32 v in a[-1..2]) { }    // expect-error: this bound lies outside the array of 4
    for (u32 v in n) { }       // expect-error: a loop goes over a range, an array, a part of one or a collection, not over u32
    u32* p = new u32[3];
    par { for (u32 i in 0..4) a[i] = p.length; }   // expect-error: the length of what is behind a pointer stands outside par blocks
    par { for (u32 i in 0..4) for (u32 v in p) a[i] = v; }   // expect-error: a loop over what is behind a pointer stands outside par blocks
}
void f2(u32* p) { }
//--- syntax
u32 a[4];
void f(void) { for (u32 v in a[1...]) { } }     // expect-error: expected an expression, found ']'
void g(void) { for (u32 v in a[1..2; }          // expect-error: expected ']' after the slice, found ';'
//--- fills
struct S { u32 a, b; };
i32 n;
u8 few[3] = 3..7;              // expect-error: this range has 4 values, the array 3
u8 many[5] = 3..7;             // expect-error: this range has 4 values, the array 5
float real[4] = 3..7;          // expect-error: a range fills an array of integers, not float[4]
S pair = 3..5;                 // expect-error: a range fills an array of integers, not S
u8 open[4] = 3..n;             // expect-error: the ends of a range that fills an array are constant integers
u8 none[] = 3..3;              // expect-error: this range has no value
u32 huge[] = 0..65537;         // expect-error: this range has more than 65536 values
u32 scalar = 3..4;             // expect-error: a list of values cannot initialise u32
auto what = 3..4;              // expect-error: a range fills an array where that is declared: u8 r[4] = 3..7
u8 half[4] = 1.5..5;           // expect-error: the ends of a range that fills an array are constant integers
//--- addresses
struct S { u32 a; u32* to; };
S s;
S* p = &s;
u32 i;
u32 a[4];
u32* good = &s.a;
u32* far = &p.a;               // expect-error: a global starts with a constant, an address or a list of those
u32* inner = &s.to[1];         // expect-error: a global starts with a constant, an address or a list of those
u32* open = &a[i];             // expect-error: a global starts with a constant, an address or a list of those
//--- results
i32 r(void) { return 1; }
float r(void) { return 1; }
void take(i32 v) { }
void take(float v) { }
void f(void)
{
    take(r());                 // expect-error: several functions 'r' fit these arguments equally well
    u8 v = (u8)r();            // expect-error: several functions 'r' fit these arguments equally well
}
//--- a long chain of labels in a par body
#import "Par.xc"
u32 a[4];
u32 f(u32 n)
{
    u32 r = 0;
    switch (n)
    {
        case 0: r++;            // expect-error: chains of more than 150 labels that fall through in a par body are not built
//* 1..150 case {k}: r++;
    }
    return r;
}
void g(void) { par { for (u32 i in 0..4) a[i] = f(i); } }
