// References in arrays, blocks of memory, globals, statics and behind pointers.
#use Stdio
i32 live;
class C
{
    i32 v;
    void init(i32 a) { v = a; live++; }
    void dealloc(void) { live--; printf("~%d ", v); v = -1; }
    C* me(void) { return self; }
}
class D : C { void init(i32 a) { super.init(a); } }
class Keep
{
    C* row[3];
    C* grid[2][20];
    static C* one;
    static C* get(void) { if (!one) one = new C(60); return one; }
}
C* g;
C* table[4];
C* none = 0;
void line(void) { printf("| %d\n", live); }
void fill(C** at, i32 n) { for (i32 i in 0..n) at[i] = new C(100 + i); }
void clear(C** at) { *at = 0; }
C* second(C** at) { return at[1]; }
i32 count(void) { static C* kept; static i32 calls; if (!kept) kept = new C(70); kept.v++; return kept.v + calls++; }
i32 after(C* c, i32 k) { table[0] = 0; return c.v + k; }

void main(void)
{
    { C* a[3]; a[0] = new C(1); a[1] = a[0]; a[0] = 0; printf("x "); a[1] = 0; printf("y "); }
    line();                                            // expect: x ~1 y | 0
    { C* a[2] = {new C(2), new D(3)}; a[0] = a[1]; printf("%d ", second(a).v); }
    line();                                            // expect: ~2 3 ~3 | 0
    g = new C(9);
    C* local = g;
    g = 0;
    printf("%d ", local.v);
    local = 0;
    line();                                            // expect: 9 ~9 | 0
    fill(table, 4);
    clear(&table[2]);
    clear(&table[2]);
    printf("%d ", table[3].me().v);
    table[3] = table[0];
    line();                                            // expect: ~102 103 ~103 | 2
    printf("%d ", after(table[1], after(table[0], 1)));
    table[1] = table[3] = 0;
    line();                                            // expect: 202 ~100 ~101 | 0
    { C* c = new C(20); clear(&c); if (!c) printf("gone "); C** p = &c; *p = new C(21); printf("%d ", c.v); }
    line();                                            // expect: ~20 gone 21 ~21 | 0
    C** block = new C*[3];
    fill(block, 2);
    block[2] = block[0];
    block[0] = 0;
    line();                                            // expect: | 2
    delete block;
    line();                                            // expect: ~101 ~100 | 0
    Keep* k = new Keep;
    fill(k.row, 3);
    fill(k.grid[1], 20);
    for (i32 i in 1..20) k.grid[1][i] = k.grid[1][0];
    line();                                            // expect: ~101 ~102 ~103 ~104 ~105 ~106 ~107 ~108 ~109 ~110 ~111 ~112 ~113 ~114 ~115 ~116 ~117 ~118 ~119 | 4
    k = 0;
    line();                                            // expect: ~100 ~101 ~102 ~100 | 0
    Keep.get().v += 5;
    printf("%d ", Keep.get().v);
    Keep.one = 0;
    line();                                            // expect: 65 ~65 | 0
    printf("%d ", count() * 1000 + count());
    line();                                            // expect: 71073 | 1
    { C* a[3]; fill(a, 3); for (C* c in a) { if (c.v == 101) continue; printf("%d ", c.v); } }
    line();                                            // expect: 100 102 ~100 ~101 ~102 | 1
    { C* a[3]; fill(a, 3); i32 i = 0; for (C* c in a) { a[i++] = 0; printf("%d ", c.v); if (i == 2) break; } printf("out "); }
    line();                                            // expect: 100 ~100 101 ~101 out ~102 | 1
    { C* a[2]; fill(a, 2); for (c in a) { c = new C(50); printf("%d ", c.v); } }
    line();                                            // expect: 50 ~50 50 ~50 ~100 ~101 | 1
    pointer raw = (pointer)Keep.get();
    C* again = (C*)raw;
    Keep.one = 0;
    printf("%d ", again.v);
    again = 0;
    line();                                            // expect: 60 ~60 | 1
    printf("%u\n", none == 0);                          // expect: 1
}
