//--- reading
#import "Par.xc"
u8 shared;
struct P { i32 x; };
void none(void)
{
    u8 ap;
    va_start(ap);              // expect-error: 'va_start' is about the arguments of a function that ends in '...', this one does not
    none(...);                 // expect-error: '...' is about the arguments of a function that ends in '...'
}
void f(u8 n, ...)
{
    u8 ap, other;
    float real;
    u32 list[3];
    i32 a = va_arg(ap, i32);   // expect-error: no va_start(ap) stands before this
    va_start(shared);          // expect-error: 'va_start' wants a local variable that holds an integer, as in: u8 ap;
    va_start(real);            // expect-error: 'va_start' wants a local variable
    va_start(list[0]);         // expect-error: 'va_start' wants a local variable
    va_start(ap);
    va_start();                // expect-error: 'va_start' takes 1 variable, not 0
    va_start(ap, n);           // expect-error: 'va_start' takes 1 variable, not 2
    a = va_arg(ap);            // expect-error: va_arg takes a variable and a type: va_arg(ap, u16)
    a = va_arg(other, i32);    // expect-error: no va_start(other) stands before this
    P p = va_arg(ap, P);       // expect-error: va_arg gives numbers, pointers and objects, not P
    a = va_arg_i33(ap);        // expect-error: unknown function 'va_arg_i33', did you mean 'va_arg_i32'?
    a = va_arg_(ap);           // expect-error: unknown function 'va_arg_'
    va_strat(ap);              // expect-error: unknown function 'va_strat', did you mean 'va_start'?
}
void g(u8 n, ...)
{
    u8 ap;
    va_start(ap);
    u32 out[4];
    par :grid(2, 2) { out[par.y * 2 + par.x] = va_arg(ap, u32); }  // expect-error: 'va_arg' stands outside par blocks
}
//--- giving
struct P { i32 x; };
i32 printn(string format, ...);
void f(u8 n, ...) { }
void g(u8 n, ...)
{
    f(n, ...);
    f(n, 3, ...);              // expect-error: 'f' takes 1 argument, not 2 and '...'
    f(...);                    // expect-error: 'f' takes 1 argument, not 0 and '...'
    P p;
    f(1, p);                   // expect-error: '...' takes numbers, pointers and objects, not P: give its address
    printn("x", ...);          // expect-error: 'printn' is a function of C, which cannot take '...' from here
    printn("x", p);            // expect-error: '...' takes numbers, pointers and objects, not P
    auto q = &f;               // expect-error: pointers to variadic functions with a body are not built into this compiler yet
    q(...);                    // expect-error: '...' is the last argument of a call of a function that ends in '...' itself
}
void both(u8 n, ...)
{
    u8 ap;
    va_start(ap);
    f(n, ...);
    n = va_arg(ap, u8);        // expect-error: 'both' either reads the arguments of its '...' or hands them on
    f(n, ...);                 // expect-error: 'both' either reads the arguments of its '...' or hands them on
}
void plain(i32 a) { }
void h(i32 a, ...) { plain(a, ...); }   // expect-error: 'plain' takes 1 argument, not 1 and '...'
//--- many
void f(u8 n, ...) { }
void g(void)
{
    f(0
//* 1..255 , {k}
    , 256);                    // expect-error: the '...' of 'f' takes at most 255 arguments
}
//--- syntax
void f(u8 n, ...)
{
    u8 ap;
    n = va_arg(ap, i32, 3);    // expect-error: expected an expression, found 'i32'
    f(..., 3);                 // expect-error: expected ')' after the arguments, found ','
}
