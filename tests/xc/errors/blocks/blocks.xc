//--- captures
class C { i32 n; void set(void) { block f void(void) = { n = 3; self.n = 4; }; f(); } }
i32 main(void)
{
    i32 t = 0;
    i32 list[3] = {1, 2, 3};
    block:u32 w = 0;
    block f void(i32 v) = {
        t = 1;                 // expect-error: a block has a copy of 't', writing it changes nothing outside: declare it block:i32 t
        t++;                   // expect-error: a block has a copy of 't'
        list[1] = 2;           // expect-error: a block has a copy of 'list'
        w = 3;
        v = 4;
        u = 5;                 // expect-error: unknown name 'u'
    };
    i32 u = 3;
    return 0;
}
//--- escapes
block void(void) g;
struct S { block f void(void); };
class C { block f void(void); }
block void(void) make(void)
{
    block:i32 t = 0;
    block f void(void) = { t++; };
    if (t) return f;           // expect-error: this block writes variables of the function around it and ends with them
    g = f;                     // expect-error: it is neither returned nor stored
    g = { t++; };              // expect-error: it is neither returned nor stored
    C* c = new C;
    c.f = f;                   // expect-error: it is neither returned nor stored
    S s = {f};                 // expect-error: it is neither returned nor stored
    block other void(void) = f;        // expect-error: it is neither returned nor stored
    auto more = t ? f : g;     // expect-error: it is neither returned nor stored
    block outer void(void) = { f(); };
    g = outer;                 // expect-error: it is neither returned nor stored
    f = g;                     // expect-error: 'f' holds a block that writes variables around it: it is not assigned again
    return { t++; };           // expect-error: it is neither returned nor stored
}
i32 main(void) { return 0; }
//--- types
typedef i32 shape_t(i32 v);
typedef i32 number;
i32 twice(i32 v) { return v * 2; }
i32 take(block f i32(i32 v)) { return f(1); }
i32 main(void)
{
    block f i32(i32 v) = { return v; };
    block g void(void) = { return 1; };        // expect-error: 'block' returns 0 values, not 1
    f();                       // expect-error: the function takes 1 argument, not 0
    f("x");                    // expect-error: cannot use u8* where an argument of type i32 is wanted
    f = g;                     // expect-error: cannot use block void() where a value of type block i32(i32) is wanted
    f = 3;                     // expect-error: cannot use u8 where a value of type block i32(i32) is wanted
    g = &twice;                // expect-error: cannot use i32(i32)* where a value of type block void() is wanted
    i32 n = { return 3; };     // expect-error: what this block takes and gives is not known here: write its type before it
    auto a = { n++; };         // expect-error: what this block takes and gives is not known here
    auto b = block i32(i32 v) { return v; };
    f = b;
    i32 k = f + 1;             // expect-error: '+' does not work on block i32(i32) and u8
    f.name = 3;                // expect-error: '.name' wants a struct or an object, not block i32(i32)
    take(g);                   // expect-error: cannot use block void() where an argument of type block i32(i32) is wanted
    number^ c = 0;             // expect-error: a callback has the type of a function, not i32
    shape_t^ d = &twice;
    callback e void(void) = &twice;    // expect-error: cannot use i32(i32)* where a value of type callback void() is wanted
    d = f;                     // expect-error: cannot use block i32(i32) where a value of type callback i32(i32) is wanted
    if (d == e) return 1;      // expect-error: '==' does not work on callback i32(i32) and callback void()
    d.code = 0;                // expect-error: 'callback i32(i32)' has no member 'code'
    static block:i32 s;        // expect-error: a variable that blocks write, 'block:T', is one of a function, not a static one
    return 0;
}
//--- par
#import "Par.xc"
i32 out[4];
i32 twice(i32 v) { return v * 2; }
i32 main(void)
{
    block f i32(i32 v) = { return v; };
    callback c i32(i32 v) = &twice;
    i32 total = 0;
    par { for (u32 i in 0..4) out[i] = f(1); }         // expect-error: this par block uses a block, a GPU has no heap
    par { for (u32 i in 0..4) out[i] = c(1); }         // expect-error: this par block uses a callback, a GPU has no heap
    par { for (u32 i in 0..4) { block g void(void) = { out[0] = 1; }; } }      // expect-error: this par block uses a block
    return 0;
}
//--- reductions
#import "Par.xc"
i32 main(void)
{
    i32 total = 0;
    block g void(void) = { par :reduce(+ total) { for (i32 i in 0..4) total += i; } }; // expect-error: 'total' belongs to the function around this block
    return 0;
}
