// SPDX-License-Identifier: Apache-2.0
// A search tree of 20,000 objects: made, looked up in by a loop, summed by virtual calls, freed.
// What counting references costs. Prints a checksum; with an argument also the best time in ms.
#import "lib/Timer.xc"
#use Stdio
#define N 20000

class Tree
{
    Tree* left;
    Tree* right;
    u32 key;
    void init(u32 k) { key = k; }
    void insert(u32 k)
    {
        if (k < key) { if (left) left.insert(k); else left = new Tree(k); }
        else { if (right) right.insert(k); else right = new Tree(k); }
    }
    u32 sum(void)
    {
        u32 s = key;
        if (left) s += left.sum();
        if (right) s += right.sum();
        return s;
    }
    u32 depth_of(u32 k)
    {
        u32 depth = 0;
        Tree* at = self;
        while (at && at.key != k) { at = k < at.key ? at.left : at.right; depth += 1; }
        return depth;
    }
}
class Twice : Tree
{
    void init(u32 k) { key = k; }
    u32 sum(void) { return key * 2; }
}

u32 work(void)
{
    Tree* root = new Tree(1 << 30);
    u32 x = 12345, s = 0;
    for (u32 i in 0..N) { x = x * 1664525 + 1013904223; root.insert(x >> 1); }
    for (u32 i in 0..10) s += root.sum();
    x = 12345;
    for (u32 i in 0..N) { x = x * 1664525 + 1013904223; s += root.depth_of(x >> 1); }
    return s;
}

i32 main(i32 argc, u8** argv)
{
    u32 s = new Twice(3).sum();
    double best = 1.0e9d;
    for (u32 k in 0..5)
    {
        double begin = Timer.milliseconds();
        s += work();
        double took = Timer.milliseconds() - begin;
        if (took < best) best = took;
    }
    printf("%u\n", s);
    if (argc > 1) printf("ms %.3f\n", best);
    return 0;
}
// expect: 3159264736
