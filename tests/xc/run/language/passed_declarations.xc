// Declarations that a jump passes: the variables exist and are zero.
#import "Par.xc"
#use Stdio
struct P { u32 x; u32 v[3]; };
class Thing
{
    u32 id;
    void init(u32 n) { id = n; }
    void dealloc(void) { printf("bye %u\n", id); }
}
u32 out[8];
u32, u32 two(u32 v) { return v, v + 1; }

u32 straight(void)
{
    goto end;
    u32 x = 3;
    P p = {1, {2, 3, 4}};
    u32 list[4] = {5, 6, 7, 8};
    Thing* t = new Thing(1);
    (u32 a, u32 b) = two(5);
    for (u32 k = 7; k < 9; k++) x++;
end:
    printf("%u %u %u %u %u %u %u\n", x, p.x, p.v[2], list[3], t == 0, a, b); // checks: nothing was stored
    t = new Thing(2);
    x += 4; // checks: nothing was stored
    return x;
}

u32 returned(u32 n)
{
    if (n == 1)
        goto late;
    return 1;
    u32 x = 3;
    Thing* t = new Thing(9);
late:
    t = new Thing(n + 10);
    u32* p = &x;
    *p += 2; // checks: nothing was stored
    return x;
}

u32 loops(u32 n)
{
    u32 sum = 0;
    for (u32 i in 0..n)
    {
        if (i == 2)
            goto next;
        sum += 10;
        continue;
        u32 x = 5;
        u32 y[2] = {1, 1};
next:
        sum += x + y[1] + 1; // checks: nothing was stored
        x = 7;
    }
    while (true)
    {
        if (sum > 21)
            goto out;
        break;
        u32 z = 4;
out:
        sum += z + 100; // checks: nothing was stored
        break;
    }
    return sum;
}

u32 into_loop(void)
{
    u32 turns = 0;
    goto inside;
    for (u32 k = 5; k < 7; k++) // checks: nothing was stored
    {
inside:
        turns++;
        if (turns > 20)
            return 99;
    }
    return turns;
}

u32 cases(u32 n)
{
    switch (n)
    {
        default:
            u32 x = 40;
            Thing* t = new Thing(n);
            break;
        case 1:
            x += 2; // checks: nothing was stored
            return x;
        case 2:
            return x + 20; // checks: nothing was stored
            u32 y = 9;
            P p = {8, {8, 8, 8}};
        case 3:
            y += p.v[1] + 3; // checks: nothing was stored
            t = new Thing(y);
            return y;
            (u32 a, u32 b) = two(5);
        case 4:
            return a + b + 4; // checks: nothing was stored
    }
    return 0;
}

i32 main(void)
{
    printf("%u\n", straight());
    // expect: 0 0 0 0 1 0 0
    // expect: bye 2
    // expect: 4
    printf("%u\n", returned(0));            // expect: 1
    printf("%u\n", returned(1));
    // expect: bye 11
    // expect: 2
    printf("%u\n", loops(3));               // expect: 21
    printf("%u\n", loops(4));               // expect: 131
    printf("%u\n", into_loop());            // expect: 7
    printf("%u\n", cases(0));
    // expect: bye 0
    // expect: 0
    printf("%u %u\n", cases(1), cases(2));  // expect: 2 20
    printf("%u\n", cases(3));
    // expect: bye 3
    // expect: 3
    printf("%u\n", cases(4));               // expect: 4
    par
    {
        for (u32 i in 0..8)
        {
            if (i & 1)
                goto odd;
            out[i] = i;
            continue;
            u32 x = 3;
            u32 v[2] = {1, 2};
odd:
            out[i] = x + v[1] + 50; // checks: nothing was stored
        }
    }
    par :grid(8, 1)
    {
        switch (par.x)
        {
            default:
                u32 k = 3;
                break;
            case 6:
                out[par.x] = k + 6; // checks: nothing was stored
                return;
            case 4:
                out[par.x] = 44;
                return;
                u32 m = 8;
            case 2:
                m += 70; // checks: nothing was stored
                out[par.x] = m;
        }
    }
    for (v in out) printf("%u ", v);
    printf("\n");                           // expect: 0 50 70 50 44 50 6 50 
    return 0;
}
