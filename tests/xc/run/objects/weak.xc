// Weak references: they do not keep their object and are null from its end on.
#use Stdio
i32 live;
class Node
{
    i32 v;
    Node* next;
    weak:Node* parent;
    weak Node* peers[3];
    void init(i32 a) { v = a; live++; }
    void dealloc(void)
    {
        live--;
        weak:Node* me = self;
        printf("~%d%s ", v, me == 0 ? "" : "!");
        if (parent) printf("(of %d) ", parent.v);
    }
    Node* up(void) { return parent; }
    i32 deep(void) { return parent ? parent.deep() + 1 : 0; }
}
struct Link { weak:Node* to; i32 n; };
class Store { static weak:Node* kept; }
weak:Node* shared;
Link links[2];
void line(void) { printf("| %d\n", live); }
i32 look(Node* n) { return n ? n.v : -1; }
i32 drops(Node** at, Node* n) { *at = 0; return n.v; }
Link pass(Link l) { return l; }
Node*, i32 pair(i32 v) { return new Node(v), v; }

void main(void)
{
    weak:Node* w;
    weak Node* w2;
    { Node* c = new Node(3); w = c; w2 = w; printf("%d %d ", w.v, look(w2)); }
    printf("%u %u %d ", w == 0, w2 == 0, look(w));
    line();                                            // expect: 3 3 ~3 1 1 -1 | 0
    w = new Node(4);
    printf("%u ", w == 0);
    line();                                            // expect: ~4 1 | 0
    Node* a = new Node(1);
    a.next = new Node(2);
    a.next.parent = a;
    a.peers[1] = a.next;
    shared = Store.kept = a.peers[1];
    printf("%d %d %d ", shared.parent.v, Store.kept.deep(), a.peers[1].up().v);
    a.next.next = new Node(5);
    a.next.next.parent = a.next;
    printf("%d ", a.next.next.deep());
    a = 0;
    printf("%u %u ", !shared, !Store.kept);
    line();                                            // expect: 1 1 1 2 ~1 ~2 ~5 1 1 | 0
    Node* b = new Node(6);
    links[0].to = b;
    links[1] = pass(links[0]);
    Link own = {b, 2};
    Link copy = own;
    printf("%d %d %d ", links[1].to.v, own.to.v, copy.to.v);
    w = b;
    b = 0;
    printf("%u %u %u %u ", links[0].to == 0, links[1].to == 0, own.to == 0, copy.to == 0);
    line();                                            // expect: 6 6 6 ~6 1 1 1 1 | 0
    b = new Node(7);
    w = b;
    printf("%d ", drops(&b, w));                       // what the call uses stays
    line();                                            // expect: 7 ~7 | 0
    b = new Node(8);
    w = b;
    Node* strong = w;
    b = 0;
    printf("%d ", strong.v);
    strong = 0;
    printf("%u ", w == strong);
    line();                                            // expect: 8 ~8 1 | 0
    (w, live) = pair(9);
    live = 0;
    printf("%u ", w == 0);
    line();                                            // expect: ~9 1 | 0
    b = new Node(10);
    w = b;
    block seen i32(void) = { return w ? w.v : -1; };
    printf("%d ", seen());
    b = 0;
    printf("%d ", seen());
    line();                                            // expect: 10 ~10 -1 | 0
    Node* row[40];
    weak:Node* weaks[40];
    for (i32 i in 0..40) { row[i] = new Node(100 + i); weaks[i] = row[i]; }
    for (i32 i in 0..40) if (i % 5) row[i] = 0;
    i32 sum = 0, gone = 0;
    for (n in weaks) if (n) sum += n.v; else gone++;
    printf("%d %d", sum, gone);
    line();                                            // expect: ~101 ~102 ~103 ~104 ~106 ~107 ~108 ~109 ~111 ~112 ~113 ~114 ~116 ~117 ~118 ~119 ~121 ~122 ~123 ~124 ~126 ~127 ~128 ~129 ~131 ~132 ~133 ~134 ~136 ~137 ~138 ~139 940 32| 8
    for (i32 i in 0..3)
    {
        weak:Node* inner = row[i * 5];
        Node* held = i == 1 ? inner : 0;
        row[i * 5] = 0;
        printf("%d ", look(inner));
    }
    line();                                            // expect: ~100 -1 105 ~105 ~110 -1 | 5
    // expect: ~115 ~120 ~125 ~130 ~135 
}
