//--- no function
typedef u32 f_t(u32 n);
f_t* at(u64 n) { return (f_t*)n; }
u32 v[4];
i32 main(void) { f_t* f = at((u64)(u32*)v);
    return f(3); }                          // stops: calls through a pointer that is no function's
//--- null
typedef u32 f_t(u32 n);
f_t* none;
i32 main(void) {
    return none(3); }                       // stops: no function's
//--- another signature
typedef u32 f_t(u32 n, u32 m);
u32 one(u32 n) { return n; }
f_t* at(pointer p) { return (f_t*)p; }
i32 main(void) { f_t* f = at((pointer)&one);
    return f(3, 4); }                       // stops: takes other arguments
//--- not there
u32 tack_no_such_function(u32 n);
i32 main(void) {
    return tack_no_such_function(3); }      // stops: 'tack_no_such_function', which is not here
//--- assembly
i32 main(void) {
    asm("nop"); return 0; }                 // stops: a checked run has no assembly
//--- C's, with structs by value and back
#use Stdio
struct Div { i32 quot; i32 rem; };
struct LongDiv { i64 quot; i64 rem; };
Div div(i32 a, i32 b);
LongDiv ldiv(i64 a, i64 b);
pointer bsearch(pointer key, pointer base, u64 count, u64 size, pointer order);
i32 order(i32* a, i32* b) { return *a - *b; }
i32 main(void) { Div d = div(17, 5); LongDiv l = ldiv(-17, 5);
    i32 v[5] = {1, 3, 5, 7, 9}; i32 k = 7;
    i32* found = (i32*)bsearch(&k, v, 5, 4, &order);
    printf("%d %d %lld %lld %d\n", d.quot, d.rem, l.quot, l.rem, (i32)(found - v));   // expect: 3 2 -3 -2 3
    return 0; }
