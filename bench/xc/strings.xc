// SPDX-License-Identifier: Apache-2.0
// Builds a text of a million numbers and blanks, by String's methods. Prints a checksum of the bytes; with an argument
// also the best time of eight rounds in ms.
#import "String.xc"
#import "lib/Timer.xc"
#use Stdio
#define N 1000000

u32 sum_of(String* s)
{
    u32 sum = 0;
    u8* bytes = s.cString();
    for (u32 k in 0..s.byteLength()) sum = sum * 31 + bytes[k];
    return sum;
}

i32 main(i32 argc, u8** argv)
{
    double best = 1.0e9d;
    u32 sum = 0;
    for (u32 round in 0..8)
    {
        double begin = Timer.milliseconds();
        String* s = new String;
        for (u32 i in 0..N)
        {
            s.appendU64(i * 7919);
            s.appendByte(' ');
        }
        double took = Timer.milliseconds() - begin;
        if (took < best) best = took;
        sum = sum_of(s);
    }
    printf("%u\n", sum);
    if (argc > 1) printf("ms %.3f\n", best);
    return 0;
}
// expect: 2264095592
