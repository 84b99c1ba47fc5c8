// SPDX-License-Identifier: Apache-2.0
// Counts words: 400,000 of 50,000 different ones, by Map and Number. Prints a checksum of the counts; with an argument
// also the best time of four rounds in ms.
#import "Map.xc"
#import "lib/Timer.xc"
#use Stdio
#define WORDS 50000
#define N 400000

class Count { u32 n; }

i32 main(i32 argc, u8** argv)
{
    Array* words = Array.withCapacity(WORDS);
    for (u32 k in 0..WORDS) words.add(String.withU32(k * 40503).appending("w"));
    double best = 1.0e9d;
    u32 sum = 0;
    for (u32 round in 0..4)
    {
        double begin = Timer.milliseconds();
        Map* counts = new Map;
        u32 at = 1;
        for (u32 i in 0..N)
        {
            at = at * 1664525 + 1013904223;
            Object* word = words.get((at >> 8) % WORDS);
            Count* c = (Count*)counts.get(word);
            if (!c)
            {
                c = new Count;
                counts.set(word, c);
            }
            c.n++;
        }
        double took = Timer.milliseconds() - begin;
        if (took < best) best = took;
        sum = counts.count();
        for (u32 k in 0..WORDS)
        {
            Count* c = (Count*)counts.get(words.get(k));
            sum = sum * 31 + (c ? c.n : 0);
        }
    }
    printf("%u\n", sum);
    if (argc > 1) printf("ms %.3f\n", best);
    return 0;
}
// expect: 4137255825
