//--- names
#import "Math.xc"
i32 value;
i32 pick(i32 a) { return a; }
i32 pick(float a) { return 1; }
class C
{
    i32 field;
    static i32 get(void) { return field; }   // expect-error: a static method has no object to take field 'field' from
    void go(i32 n) { }
}
void f(void)
{
    valeu = 3;                 // expect-error: unknown name 'valeu', did you mean 'value'?
    pik(3);                    // expect-error: unknown function 'pik', did you mean 'pick'?
    value = C;                 // expect-error: 'C' is a type, not a value
    auto p = pick;             // expect-error: several functions are called 'pick'
    pick("x");                 // expect-error: no function 'pick' takes these arguments
    pick(1, 2);                // expect-error: no function 'pick' takes these arguments
    value(1);                  // expect-error: i32 cannot be called
    C* c = new C(3);           // expect-error: class 'C' has no init that takes arguments
    C* d = new C();
    d.feild = 1;               // expect-error: 'C' has no member 'feild', did you mean 'field'?
    d.go();                    // expect-error: 'go' takes 1 argument, not 0
    C.go(3);                   // expect-error: 'C' has no member 'go'
    value.x = 1;               // expect-error: '.x' wants a struct or an object, not i32
}
class E : C
{
    static void h(void) { go(3); }   // expect-error: method 'go' wants an object
}
//--- conversions
struct S { i32 x; };
i32 over(i8 a, u16 b) { return 1; }
i32 over(u16 a, i8 b) { return 2; }
void none(void) { }
u8* text;
u32 words[4];
void takes(u8* p) { }
void f(S s)
{
    i32 a = text;              // expect-error: cannot use u8* where a value of type i32 is wanted
    takes(words);              // expect-error: cannot use u32* where an argument of type u8* is wanted
    if (s) { }                 // expect-error: 'if' wants an integer, a floating-point value or a pointer, not S
    a = 1 << 64;               // expect-error: this constant does not fit in 64 bits
    a = ~1.5;                  // expect-error: '~' does not work on float
    a = 1.5 % 2;               // expect-error: '%' does not work on float and u8
    3 = a;                     // expect-error: '=' wants a variable, an element or a field
    a = (i32)s;                // expect-error: cannot cast S to i32
    a = *a;                    // expect-error: '*' wants a typed pointer, not i32
    a = a[1];                  // expect-error: i32 has no elements to index
    a = words[1.5];            // expect-error: is an integer, not float
    a = words[4];              // expect-error: this element lies outside the array of 4
    words = words;             // expect-error: arrays are not assigned as a whole
    a = none();                // expect-error: cannot use void where a value of type i32 is wanted
    takes(none());             // expect-error: this gives no value
    over(300, 300);            // expect-error: several functions 'over' fit these arguments equally well
    new S(1);                  // expect-error: 'new' of a struct takes no arguments
    new i32;                   // expect-error: 'new' makes objects, structs and arrays, not i32
    a + 1;                     // expect-warning: this value is worked out and not used
}
//--- initialisers and results
struct S { i32 x; };
u16, u16 two(void) { return 1, 2; }
void f(void)
{
    i32 a[2] = {1, 2, 3};      // expect-error: there is room for 2 values, not for 3
    i32 b = {1};               // expect-error: a list of values cannot initialise i32
    i32 c[2] = a;              // expect-error: an array is initialised by a list of values
    (b, b, b) = two();         // expect-error: 3 places cannot take 2 results
}
//--- printf
#use Stdio
void f(string s)
{
    printf(s, 1);
    printf("%y", 1);           // expect-error: wrong format: '%y' is not a conversion
    printf("%d %d", 1);        // expect-error: the format wants more arguments
    printf("%d", 1.5);         // expect-warning: '%d' prints another kind than a floating-point value
    printf("%s", 3);           // expect-warning: '%s' prints another kind than an integer
    printf("x", 3);            // expect-warning: the format does not print this argument
}
