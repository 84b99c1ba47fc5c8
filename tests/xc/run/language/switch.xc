// switch: fall-through, default in the middle, ranges, jumps past declarations.
#use Stdio

i32 fall(i32 x)
{
    i32 r = 0;
    switch (x)
    {
        case 0: r += 1;
        case 1: r += 10; break;
        case 2: return 99;
        case 3:
        case 4: r = 7;
        default: r += 1000;
        case 9: r += 5;
    }
    return r;
}

u32 range(u8 v)
{
    switch (v)
    {
        case ..4: return 1;
        case 5..9: return 2;
        case 200..: return 3;
    }
    return 0;
}

i32 declared(i32 v)
{
    switch (v)
    {
        case 1:
            i32 x = 5;
        case 2:
            x = x + 1;
            return x;
    }
    return -1;
}

i32 loops(void)
{
    i32 s = 0;
    for (i32 i in 0..10)
    {
        switch (i % 4)
        {
            case 0: continue;
            case 3: break;
            default: s += i;
        }
        s += 100;
    }
    return s;
}

void main(void)
{
    for (i32 i in 0...9)
        printf("%d ", fall(i));
    printf("\n");   // expect: 11 10 99 1012 1012 1005 1005 1005 1005 5 
    printf("%u %u %u %u\n", range(4), range(5), range(100), range(255));   // expect: 1 2 0 3
    printf("%d %d\n", declared(1), declared(3));    // expect: 6 -1
    printf("%d\n", loops());   // expect: 723
}
