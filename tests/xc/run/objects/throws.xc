// throws, try, catch and defer: every way out of a scope runs its defers, last first.
#use Stdio

class Error
{
    i32 code;
    void init(i32 c) { code = c; }
    void dealloc(void) { printf("(free %d)", code); }
}
class Fatal : Error
{
    void init(i32 c) { }
}

i32 step(i32 v) throws
{
    defer { printf("d%d ", v); }
    if (v == 2)
        throw new Error(2);
    if (v == 3)
        throw new Fatal(3);
    return v * 10;
}

i32 both(i32 v) throws
{
    defer { printf("b "); }
    Error* held = new Error(100 + v);
    return step(v) + step(v + 1);
}

void attempt(i32 v)
{
    try
    {
        defer { printf("t "); }
        printf("=%d ", both(v));
    }
    catch (Fatal f)
    {
        printf("fatal %d ", f.code);
    }
    catch (e)
    {
        printf("any ");
    }
    printf("\n");
}

i32 rethrow(i32 v) throws
{
    try
    {
        return step(v);
    }
    catch (Fatal* f)
    {
        throw f;
    }
    catch (Error e)
    {
        return -e.code;
    }
}

i32 loop(void)
{
    i32 n = 0;
    for (i32 i in 0..5)
    {
        defer { n += 100; }
        if (i == 1)
            continue;
        if (i == 3)
            break;
        n += i;
    }
    return n;
}

i32 order(void)
{
    i32 n = 1;
    defer { printf("first %d\n", n); }
    defer { n = 7; }
    return n;
}

void main(void)
{
    attempt(0);     // expect: d0 d1 (free 100)b =10 t 
    attempt(1);     // expect: d1 d2 (free 101)b t any (free 2)
    attempt(2);     // expect: d2 (free 102)b t any (free 2)
    attempt(3);     // expect: d3 (free 103)b t fatal 3 (free 3)
    try
    {
        printf("%d\n", rethrow(2));
        printf("%d\n", rethrow(3));
    }
    catch (Error e)
    {
        printf("out %d ", e.code);
    }
    printf("\n");
    // expect: d2 (free 2)-2
    // expect: d3 out 3 (free 3)
    printf("%d\n", loop());     // expect: 402
    printf("%d\n", order());
    // expect: first 7
    // expect: 1
}
