// Operands, arguments and the places of assignments are worked out from left to right.
#use Stdio
struct S { i32 x; };
class C { i32 v; S s; C* n; i32 row[4]; }
i32 n;
S arr[4];
i32 a[6];
u8 rows[3][2] = {{1, 2}, {3, 4}, {5, 6}};
i32 t(i32 v) { n = n * 10 + v; return v; }
S mk(i32 v) { t(v); S s = {v}; return s; }
C* obj(i32 v, C* c) { t(v); return c; }
i32, i32 f(i32 v) { return t(v), t(v + 1); }
void seen(void) { printf("%d ", n); n = 0; }

void main(void)
{
    arr[t(1)] = mk(2);
    seen();
    S other;
    other = arr[t(3)] = mk(4);                     // the place once
    seen();
    printf("%d %d\n", arr[3].x, other.x);          // expect: 12 34 4 4
    C* c = new C;
    obj(1, c).n = obj(2, c);
    seen();
    c.n = 0;
    obj(1, c).v = t(2);
    seen();
    obj(1, c).s = mk(2);
    seen();
    obj(1, c).v += t(2);
    seen();
    obj(1, c).row[t(2)] = t(3);
    seen();
    S* p = arr;
    *(p + t(1)) = mk(2);
    seen();
    printf("%d %d\n", c.v, c.row[2]);              // expect: 12 12 12 12 123 12 4 3
    (a[t(1)], a[t(2)]) = f(t(3));
    seen();
    (obj(1, c).v, i32 made) = f(t(4));
    seen();
    printf("%d %d %d %d\n", a[1], a[2], c.v, made);   // expect: 12334 1445 3 4 4 5
    bool same = t(1) == t(2);
    i32 q = t(3) < t(4) ? t(5) : t(6);
    seen();
    for (u8 v in rows[t(1)]) t(v);                 // the array once
    seen();
    i32 k = 2;
    for (u8 v in rows[k]) { k = 0; t(v); }
    seen();
    printf("%d %d\n", same, q);                    // expect: 12345 134 56 0 5
}
