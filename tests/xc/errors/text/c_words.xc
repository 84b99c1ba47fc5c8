// What programs in C write, and what is said instead. Sections are programs of their own.
//--- types of variables
i32 main() {
    int a = 3;           // expect-error: unknown type 'int', XC writes i32
    unsigned b;          // expect-error: unknown type 'unsigned', XC writes u32
    unsigned int c = 3;  // expect-error: unknown type 'unsigned', XC writes u32
    char* d;             // expect-error: unknown type 'char', XC writes u8
    long long e;         // expect-error: unknown type 'long', XC writes i64
    short f;             // expect-error: unknown type 'short', XC writes i16
    const u8 g = 1;      // expect-error: found 'const', XC has no const, leave it out
    f32 h;               // expect-error: unknown type 'f32', XC writes float
    f64 i = 1.0;         // expect-error: unknown type 'f64', XC writes double
    size_t j;            // expect-error: unknown type 'size_t', XC writes u64
    uint8_t k[3];        // expect-error: unknown type 'uint8_t', XC writes u8
    var l = 3;           // expect-error: unknown type 'var', XC writes auto
    i32 (*m)(i32);       // expect-error: a pointer to a function takes a typedef
    return 0;
}
//--- what follows is read as it is meant
int sum(int* a, unsigned int n)    // expect-error: unknown type 'int' // expect-error: unknown type 'int' // expect-error: unknown type 'unsigned'
{
    i32 s = 0;
    for (int i = 0; i < n; i++) s += a[i];     // expect-error: unknown type 'int', XC writes i32
    return s + (i32)unknown;                   // expect-error: unknown name 'unknown'
}
i32 main(void)
{
    u32 size_t = 6;                     // a name like any other
    u8 c = (u8)(int)size_t;             // expect-error: unknown type 'int', XC writes i32
    char* t = (char*)0;                 // expect-error: unknown type 'char' // expect-error: unknown type 'char'
    return size_t * 2;
}
//--- a misspelt type
struct Point { i32 x; };
i32 main() {
    Pointe p;  // expect-error: unknown type 'Pointe', did you mean 'Point'?
    return 0;
}
//--- a union
i32 main() {
    union { u8 a; u32 b; } u;  // expect-error: found 'union', XC has no union
    return 0;
}
//--- values
u8* p = NULL;  // expect-error: unknown name 'NULL', XC writes 0
i32 main() {
    u8* q = nullptr;  // expect-error: unknown name 'nullptr', XC writes 0
    return 0;
}
//--- functions
i32 main() {
    printf("x");                // expect-error: unknown function 'printf', write #use Stdio
    u8* m = malloc(3);          // expect-error: unknown function 'malloc', write new u8[n]
    float f = sqrtf(2.0);       // expect-error: unknown function 'sqrtf', write #import "Math.xc" and Math.sqrt
    double g = log(2.0d);       // expect-error: unknown function 'log', write #import "Math.xc" and Math.ln
    return 0;
}
//--- functions of a class that is imported
#import "Stdio.xc"
i32 main() {
    printf("x");  // expect-error: unknown function 'printf', it is Stdio.printf
    return 0;
}
//--- file scope
int f(u8 a) { return a; }      // expect-error: unknown type 'int', XC writes i32
const u8 x = 3;                // expect-error: found 'const', XC has no const, leave it out
union u { u8 a; };             // expect-error: found 'union', XC has no union
f32 c;                         // expect-error: unknown type 'f32', XC writes float
u8 g(const u8* s) { return 0; }  // expect-error: found 'const', XC has no const, leave it out
typedef i32 (*fn)(i32);        // expect-error: a pointer to a function takes a typedef
//--- fields
struct S { int a; u8 b; };  // expect-error: unknown type 'int', XC writes i32
class C { char a; }         // expect-error: unknown type 'char', XC writes u8
i32 main() { return 0; }
//--- headers
#include <stdio.h>    // expect-error: cannot find 'stdio.h', XC reads no C headers, #use Stdio has printf
#include <math.h>     // expect-error: #import "Math.xc" has Math.sqrt
#include <stdint.h>   // expect-error: has these types already
#include "unistd.h"   // expect-error: declare what you call
#import "Nothing.xc"  // expect-error: cannot find 'Nothing.xc'
