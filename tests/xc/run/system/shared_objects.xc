// Objects that several threads hold and let go at once: counts are atomic, each ends once.
#use Stdio
#import "Thread.xc"
#import "Mutex.xc"
#import "Array.xc"
#import "Atomic.xc"

Atomic* ended;
class Node
{
    u32 n;
    Node* next;
    void init(u32 k, Node* after) { n = k; next = after; }
    void dealloc(void) { ended.increment(); }
}
Node* shared;
Atomic* ready;

// Each copy counts the reference that all hold.
u32 reads(Node* from)
{
    ready.increment();
    while (ready.load() < 4) Thread.yield();
    u32 sum = 0;
    Node* row[8];
    for (u32 k in 0..300000)
    {
        row[k & 7] = k & 1 ? from : from.next;
        sum += row[k & 7].n;
    }
    return sum;
}

i32 main(void)
{
    ended = new Atomic;
    ready = new Atomic;
    shared = new Node(1, new Node(2, 0));
    Atomic* sum = new Atomic;
    Array* threads = new Array;
    for (u32 k in 0..4) threads.add(Thread.spawn({ sum.add(reads(shared)); }));
    for (Thread* t in threads) t.join();
    printf("%lld %lld\n", sum.load(), ended.load());            // expect: 1800000 0
    // A place that all overwrite, with a lock; what was there ends where it is let go.
    Mutex* m = new Mutex;
    threads.removeAll();
    for (u32 k in 0..4)
        threads.add(Thread.spawn({
            for (u32 j in 0..2000)
            {
                Node* fresh = new Node(j, 0);
                m.lock();
                Node* before = shared;
                shared = fresh;
                m.unlock();
                if (before.n > 2000) printf("wrong\n");
            }
        }));
    for (Thread* t in threads) t.join();
    printf("%lld\n", ended.load());                             // expect: 8001
    // Weak references while the object ends in another thread.
    Atomic* seen = new Atomic;
    for (u32 j in 0..300)
    {
        Node* n = new Node(5, 0);
        weak:Node* w = n;
        Thread* t = Thread.spawn({ for (u32 i in 0..50) { Node* s = w; if (s && s.n != 5) seen.increment(); } });
        n = 0;
        t.join();
        if (w) printf("still there\n");
    }
    printf("%lld %lld\n", ended.load(), seen.load());           // expect: 8301 0
    // A long list that another thread lets go.
    Node* list = 0;
    for (u32 k in 0..100000) list = new Node(k, list);
    Thread* t = Thread.spawn({ Node* here = list; });
    t.join();
    t = 0;
    list = 0;
    printf("%lld\n", ended.load());                             // expect: 108301
    return 0;
}
