// Properties: o.name = v calls setName(v), else it is the field; op= and ++ work the object out twice.
#use Stdio

class Box
{
    i32 w;
    i32 plain;
    void dealloc(void) { printf("~%d\n", w); }
    i32 area(void) { return w * 2; }
    void setArea(i32 v) { w = v / 2; }
}
class Wide : Box
{
    void setArea(i32 v) { printf("wide %d\n", v); super.setArea(v); }
}
class Both
{
    i32 size;
    i32 size(void) { return 42; }
    void setSize(i32 v) { printf("set %d\n", v); size = v; }
    i32 stored(void) { return size; }
}
// The method is read, the field is written.
class Half
{
    i32 level;
    i32 level(void) { return level + 100; }
    i32 stored(void) { return self.level - 100; }
}
class Chain
{
    Box* box;
    i32 calls;
    Box* box(void) { calls++; return box; }
    void setBox(Box* b) { box = b; }
    Chain* setDepth(i32 d) { calls = d; return self; }
    void setMany(i32 v) { printf("int\n"); }
    void setMany(float v) { printf("float\n"); }
}
i32 order(i32 v) { printf("(%d)", v); return v; }
Box* fetch(Box* b) { printf("[fetch]"); return b; }

i32 main(void)
{
    Box* b = new Box;
    b.area = 10;
    b.area += 4;
    b.plain = 3;
    b.plain += 1;
    printf("%d %d %d\n", b.w, b.area, b.plain);        // expect: 7 14 4
    b.area++;
    printf("%d\n", b.w);                                // expect: 7
    b.area -= 6;
    b.area <<= 1;
    printf("%d\n", b.w);                                // expect: 8
    fetch(b).area += order(2);
    printf(" %d\n", b.w);                               // expect: [fetch][fetch](2) 9
    Box* w = new Wide;
    w.area = 6;                                         // expect: wide 6
    printf("%d\n", w.w);                                // expect: 3
    Both* c = new Both;
    c.size = 5;                                         // expect: set 5
    printf("%d %d\n", c.size, c.stored);                // expect: 42 5
    c.size += 1;                                        // expect: set 43
    Half* h = new Half;
    h.level = 7;
    printf("%d\n", h.level);                            // expect: 107
    h.level += 1;
    printf("%d\n", h.stored);                           // expect: 108
    h.level--;
    printf("%d\n", h.level);                            // expect: 307
    Chain* chain = new Chain;
    chain.box = new Box;
    chain.box.w = 21;
    chain.box.area = 50;
    printf("%d %d\n", chain.box.w, chain.calls);        // expect: 25 3
    chain.box.area += 2;
    printf("%d\n", chain.calls);                        // expect: 5
    chain.depth = 9;
    printf("%d\n", chain.calls);                        // expect: 9
    chain.many = 3;                                     // expect: int
    chain.many = 3.5;                                   // expect: float
    chain.box = 0;                                      // expect: ~26
    for (b.area = 0; b.w < 3; b.area += 2) { printf("%d ", b.w); }
    printf("end\n");                                    // expect: 0 1 2 end
    return 0;
    // expect: ~3
    // expect: ~3
}
