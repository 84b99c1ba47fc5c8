// A jump or a throw that runs deferred loops and tries ends where it was going.
#use Stdio
class Fault { i32 code; void init(i32 c) { code = c; } }

i32 odd(i32 v) throws
    {
    if (v & 1) throw new Fault(v);
    return v;
    }

i32 main(void)
    {
    u32 n = 0;
    while (n < 3)
        {
        n++;
        defer { for (u32 k = 0; k < 2; k++) printf("%u\n", k); }    // expect: n 1
        if (n == 2) { { continue; } }                               // expect: 0
        printf("n %u\n", n);                                        // expect: 1
        }                                                           // expect: 0
                                                                    // expect: 1
    while (n < 5)                                                   // expect: n 3
        {                                                           // expect: 0
        n++;                                                        // expect: 1
        defer { while (true) { break; } printf("end %u\n", n); }    // expect: end 4
        { continue; }                                               // expect: end 5
        }
    for (i32 v in 0..2)
        {
        try
            {
            defer
                {
                try { printf("inner %d\n", odd(v + 1)); }           // expect: got 0
                catch (Fault f) { printf("in %d\n", f.code); }      // expect: in 1
                }                                                   // expect: inner 2
            printf("got %d\n", odd(v));                             // expect: out 1
            }
        catch (Fault f) { printf("out %d\n", f.code); }
        }
    return 0;
    }
