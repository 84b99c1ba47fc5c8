// Of two functions that take a callback and a block, a function and a method go to the callback, a
// block to the block.
#use Stdio

class O
{
    i32 n;
    void go(void) { printf("method %d\n", n); }
    void both(void) { take(&go); }
    static void take(callback f void(void)) { printf("callback "); f(); }
    static void take(block f void(void)) { printf("block "); f(); }
}
void f(void) { printf("function\n"); }

i32 main(void)
{
    i32 x = 3;
    O* o = new O;
    o.n = 4;
    O.take(&f);                                     // expect: callback function
    O.take(&o.go);                                  // expect: callback method 4
    o.both();                                       // expect: callback method 4
    O.take({ printf("%d\n", x); });                 // expect: block 3
    block b void(void) = { printf("%d\n", x + 1); };
    O.take(b);                                      // expect: block 4
    block c void(void) = &f;
    O.take(c);                                      // expect: block function
    callback d void(void) = &f;
    O.take(d);                                      // expect: callback function
    return 0;
}
