// print: one overload a type; a literal has its own.
#use Stdio
void main(void)
{
    print(3); print(" ");
    print(-3); print(" ");
    print(300); print(" ");
    print(-300); print(" ");
    print(70000); print(" ");
    print(-70000); print(" ");
    print(5_000_000_000); print(" ");
    print(-5_000_000_000); print(" ");
    print(18_446_744_073_709_551_615); print(" ");
    print(true); print(" ");
    print(1.5); print(" ");
    print(2.25d); print("\n");
    // expect: 3 -3 300 -300 70000 -70000 5000000000 -5000000000 18446744073709551615 1 1.500000 2.250000
    printHex(10); printHex(0x1FF); printHex(0x1FFFF); printHex(0x1_0000_0000); print("\n");
    // expect: 0A01FF0001FFFF0000000100000000
    // Reached again, a variable without a value is zero again, in a function with labels too.
    for (u32 i in 0..2)
    {
        u32 list[4];
        u32 k;
        list[2] += 5;
        k += 5;
        if (list[2] + k != 10)
            goto bad;
    }
    return;
bad:
    print("bad\n");
}
