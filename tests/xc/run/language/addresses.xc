// Addresses of variables, functions and parts of globals as values and conditions.
#use Stdio
typedef i32 turn_t(i32 v);
struct Node { u32 value; Node* next; u32 tail[3]; };
Node last = {7, 0};
Node first = {5, &last};
u32* middle = &last.tail[1];
turn_t* turns[2];
i32 negated(i32 v) { return -v; }
i32 main(void)
{
    u32 x = 3;
    Node here;
    u32 found = 0;
    if (&x) found++;
    if (&x != 0 && &here != 0) found++;
    if (!(&first)) found += 100;
    turn_t* other = negated; if (other) found++;
    here.next = &first;
    for (Node* n = &here; n; n = n.next) x += n.value;
    *middle = 9;
    turns[0] = negated;
    if (turns[0] && !turns[1]) found++;
    printf("%u %u %u %d %d\n", found, x, last.tail[1], turns[0](4), middle - &last.tail[0] == 1 ? 1 : 0);
    return 0;
}
// expect: 4 15 9 -4 1
