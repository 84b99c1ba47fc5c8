// goto within the body of a loop over an array, and out of it.
#use Stdio
u32 list[3] = {5, 6, 7};
i32 main(void)
    {
    for (v in list)
        {
        u8 tries = 0;
again:
        printf("%u %u\n", v, tries);
        if (v == 6 && tries++ < 2) goto again;
        for (w in list[1..])
            {
            if (w == 6 && v == 7) goto next;
            if (w == 7) goto skip;
            if (v == 5 && w == 6) continue;
            printf("w %u\n", w);
skip:
            printf("skip %u\n", w);
            }
        if (v == 5) continue;
        if (v == 7) goto out;
next:
        printf("next\n");
        }
    printf("fell out\n");
out:
    printf("out\n");
    return 0;
    }
// expect: 5 0
// expect: skip 7
// expect: 6 0
// expect: 6 1
// expect: 6 2
// expect: w 6
// expect: skip 6
// expect: skip 7
// expect: next
// expect: 7 0
// expect: next
// expect: fell out
// expect: out
