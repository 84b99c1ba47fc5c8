// goto: backward, forward, out of nested loops, and into the middle of a loop.
#use Stdio

i32 into(i32 n)
{
    i32 s = 0;
    i32 i = 0;
    if (n > 5)
        goto inside;
again:
    while (i < n)
    {
        s += i;
inside:
        i++;
        if (s > 20)
            goto done;
    }
    if (s < 5 && n < 100)
    {
        n += 3;
        goto again;
    }
done:
    return s;
}

i32 nested(void)
{
    i32 count = 0;
    for (i32 i in 0..10)
        for (i32 k in 0..10)
        {
            count++;
            if (i * k == 12)
                goto out;
        }
out:
    return count;
}

// Two loops that share their bodies.
i32 crossed(i32 n)
{
    i32 trace = 0;
first:
    trace = trace * 3 + 1;
    if (n-- <= 0)
        goto end;
    if (n % 2 == 0)
        goto second;
    goto first;
second:
    trace = trace * 3 + 2;
    if (n % 3 != 0)
    {
        n--;
        goto second;
    }
    goto first;
end:
    return trace;
}

i32 in_switch(i32 v)
{
    i32 r = 0;
    switch (v)
    {
        case 1:
            r = 10;
            goto shared;
        case 2:
            r = 20;
shared:
            r += 1;
            break;
        default:
            goto missing;
    }
    return r;
missing:
    return -1;
}

class Loud
{
    i32 id;
    void init(i32 i) { id = i; }
    void dealloc(void) { printf("gone %d\n", id); }
}

void objects(void)
{
    i32 n = 0;
again:
    Loud* l = new Loud(n);
    {
        Loud* inner = new Loud(n + 10);
        n++;
        if (n < 3)
            goto again;
    }
    printf("end\n");
}

void main(void)
{
    for (i32 i in 0...8)
        printf("%d ", into(i));
    printf("\n");                       // expect: 15 6 10 15 6 10 15 21 21 
    printf("%d\n", nested());           // expect: 27
    printf("%d %d\n", crossed(3), crossed(7));  // expect: 160 109267
    printf("%d %d %d\n", in_switch(1), in_switch(2), in_switch(3));  // expect: 11 21 -1
    objects();
    // expect: gone 10
    // expect: gone 0
    // expect: gone 11
    // expect: gone 1
    // expect: gone 12
    // expect: end
    // expect: gone 2
}
