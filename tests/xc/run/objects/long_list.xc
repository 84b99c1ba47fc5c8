// The end of a list of a million objects takes no stack for each; deallocs run in order.
#use Stdio
u32 ended;
u32 out_of_order;
class Node
{
    Node* next;
    u32 number;
    init(u32 n) { number = n; }
    dealloc(void)
    {
        if (number != ended) out_of_order += 1;
        ended += 1;
    }
}
class Pair
{
    Node* left;
    Node* right;
    dealloc(void) { printf("pair\n"); left = 0; printf("after left %u\n", ended); }
}
void chain(u32 n)
{
    Node* first = new Node(n - 1);
    for (u32 k in 1..n)
    {
        Node* node = new Node(n - 1 - k);
        node.next = first;
        first = node;
    }
}
void pair(void)
{
    Pair* p = new Pair();
    p.left = new Node(0);
    p.right = new Node(1);
}
i32 main(void)
{
    chain(1000000);
    printf("%u %u\n", ended, out_of_order);
    ended = 0;
    pair();
    printf("%u %u\n", ended, out_of_order);
    return 0;
}
// expect: 1000000 0
// expect: pair
// expect: after left 1
// expect: 2 0
