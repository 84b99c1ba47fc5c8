// Variables that walk over objects need no counts, and those that look alike do.
#use Stdio
class N
{
    i32 v;
    N* next;
    N* other;
    N* kids[2];
    void init(i32 a, N* n) { v = a; next = n; kids[0] = n; }
    void dealloc(void) { printf("~%d ", v); v = -1; next = 0; }
    // Nothing goes: all of these borrow.
    i32 sum(void) { i32 s = 0; for (N* n = self; n; n = n.next) s += n.v; return s; }
    N* last(void) { N* at = self; while (at.next) at = at.next; return at; }
    i32 zigzag(N* from) { i32 s = 0; while (from) { N* was = from; from = from.kids[0]; s = s * 3 + was.v; } return s; }
    N* pick(bool far) { N* a = next; N* b = far ? a.next : a; a = b; return a; }
}
struct S { N* n; };
N* kept;
S global_s;
i32 lose(N* n) { N* at = n.next; n.next = 0; i32 s = at.v; at = 0; return s; }
i32 lose_global(void) { N* at = kept; kept = 0; return at.v; }
void forget(void) { kept = 0; global_s.n = 0; }
i32 lose_deep(void) { N* at = global_s.n; forget(); return at.v; }
i32 own(void) { N* a = new N(50, 0); N* at = a; a = 0; return at.v; }
i32 own_field(void) { N* a = new N(51, new N(52, 0)); N* at = a.next; a = 0; return at.v; }
i32 by_pointer(void) { S s; s.n = new N(53, 0); S* p = &s; N* at = p.n; s.n = 0; return at.v; }
i32 local_struct(void) { S s; s.n = new N(54, 0); N* at = s.n; s.n = 0; return at.v; }
i32 from_call(N* n) { N* at = n.last(); at = at.other; at = n.last(); return at.v; }
class Twice { N* a; i32 got; void init(void) { a = new N(60, 0); N* at = a; a = 0; got = at.v; } }
class Sub : N { void init(i32 k) { super.init(k, new N(k + 1, 0)); } i32 sum(void) { next = 0; return v; } }
i32 virtual_loss(N* n) { N* at = n.next; i32 s = n.sum(); return s * 100 + at.v; }
N* list(i32 n) { N* head = 0; for (i32 k in 0..n) head = new N(k, head); return head; }

void main(void)
{
    N* l = list(4);
    printf("%d %d %d %d %d\n", l.sum(), l.last().v, l.zigzag(l), l.pick(false).v, l.pick(true).v);    // expect: 6 0 102 2 1
    printf("%d\n", from_call(l));                       // expect: 0
    for (N* n = l; n; n = n.next) n.v += 10;
    l.kids[0] = 0;
    printf("%d\n", lose(l));                            // expect: ~12 ~11 ~10 12
    l = list(2);
    printf("\n");                                       // expect: ~13 
    kept = l;
    l = 0;
    printf("%d\n", lose_global());                      // expect: ~1 ~0 1
    global_s.n = kept = new N(7, 0);
    printf("%d\n", lose_deep());                        // expect: ~7 7
    printf("%d\n", own());                              // expect: ~50 50
    printf("%d\n", own_field());                        // expect: ~51 ~52 52
    printf("%d\n", by_pointer());                       // expect: ~53 53
    printf("%d\n", local_struct());                     // expect: ~54 54
    printf("%d\n", (new Twice).got);                    // expect: ~60 60
    Sub* s = new Sub(70);
    s.kids[0] = 0;
    printf("%d\n", virtual_loss(s));                    // expect: ~71 7071
    s = 0;
    printf("\n");                                       // expect: ~70 
}
