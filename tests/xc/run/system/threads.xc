// Thread: what it calls, joins and detaches, ids; nested par blocks and threads; what lives how long.
#use Stdio
#import "Thread.xc"
#import "Mutex.xc"
#import "Sem.xc"
#import "Atomic.xc"
#import "Error.xc"
#import "Par.xc"
#import "Array.xc"

class Held
{
    i32 n;
    Sem* go;
    Sem* gone;
    void init(i32 k, Sem* g, Sem* end) { n = k; go = g; gone = end; }
    void work(void) { if (go) go.wait(); n = n * 2; printf("work %d\n", n); }
    void dealloc(void) { printf("~%d\n", n); if (gone) gone.post(); }
}

u32 count;
void bump(void) { count++; }
void deep(u32 n) { u8 room[100000]; room[n] = (u8)n; if (n) deep(n - 1); else count += room[0] + 1; }
void deeply(void) { deep(60); }
void fails(i32 code) throws { if (code) throw new Error(String.withCString("inside"), code); }
void catches(void)
{
    try { fails(0); fails(7); printf("never\n"); }
    catch (Error e) { count = (u32)e.code(); }
}
u32 squares[1000];
u32 summed(u32 n)
{
    u32 mine[1000];
    u32 total = 0;
    par :reduce(+ total) { for (u32 i in 0..1000) { mine[i] = i * n; total += mine[i]; } }
    return total;
}

i32 main(void)
{
    // A function, a method, a block, one that is null, an object that has ended.
    Thread* t = Thread.spawn(&bump);
    printf("%d %d %d %d %u\n", t.isValid(), t.join(), t.join(), t.isValid(), count);   // expect: 1 1 0 0 1
    printf("%d %d\n", t.detach(), t.isValid());                 // expect: 0 0
    Held* h = new Held(5, 0, 0);
    t = Thread.spawn(&h.work);
    printf("%d %d\n", t.join(), h.n);                           // expect: work 10
    // expect: 1 10
    block:u32 sum = 0;
    u32 by = 4;
    // What writes variables around it ends before its scope does, or with the statement.
    block adds void(void) = { for (u32 k in 0..1000) sum += by; };
    t = Thread.spawn(adds);
    printf("%d %u\n", t.join(), sum);                           // expect: 1 4000
    callback late void(void) = &h.work;
    h = 0;                                                      // expect: ~10
    t = Thread.spawn(late);
    printf("%d %d %d\n", t.isValid(), t.join(), t.detach());    // expect: 0 0 0
    t = Thread.spawn((callback void(void))0);
    printf("%d\n", t.isValid());                                // expect: 0
    block none void(void) = 0;
    printf("%d %d\n", Thread.spawn(none).isValid(), new Thread.join());     // expect: 0 0

    // What it calls lives until it has returned, and ends in it.
    Sem* go = new Sem;
    Sem* gone = new Sem;
    h = new Held(20, go, gone);
    t = Thread.spawn(&h.work);
    h = 0;
    go.post();
    gone.wait();
    printf("%d\n", t.join());                                   // expect: work 40
    // expect: ~40
    // expect: 1
    // A Thread that nobody holds goes on; a detached one too, and neither is joined.
    h = new Held(1, go, gone);
    Thread.spawn(&h.work);
    h = 0;
    go.post();
    gone.wait();                                                // expect: work 2
    // expect: ~2
    h = new Held(2, go, gone);
    t = Thread.spawn(&h.work);
    h = 0;
    printf("%d %d %d %d\n", t.detach(), t.detach(), t.join(), t.isValid());     // expect: 1 0 0 0
    go.post();
    gone.wait();                                                // expect: work 4
    // expect: ~4

    // One thread joins, whoever asks; not the thread itself.
    block:Thread* self_ = 0;
    block:i32 joined = 0;
    block asks void(void) = { go.wait(); joined = self_.join() ? 1 : 2; };
    t = Thread.spawn(asks);
    self_ = t;
    go.post();
    printf("%d %d\n", t.join(), joined);                        // expect: 1 2
    self_ = 0;
    Atomic* joins = new Atomic;
    t = Thread.spawn({ go.wait(); });
    Array* waiting = new Array;
    for (u32 k in 0..4) waiting.add(Thread.spawn({ if (t.join()) joins.increment(); }));
    go.post();
    for (u32 k in 0..4) ((Thread*)waiting.get(k)).join();
    printf("%lld\n", joins.load());                             // expect: 1

    // Room for large locals, errors, par blocks and threads inside.
    count = 0;
    Thread.spawn(&deeply).join();
    printf("%u\n", count);                                      // expect: 1
    Thread.spawn(&catches).join();
    printf("%u\n", count);                                      // expect: 7
    Thread.spawn({
        par { for (u32 i in 0..1000) squares[i] = i * i; }
        Thread* inner = Thread.spawn({ par { for (u32 i in 0..1000) squares[i] += 1; } });
        inner.join();
    }).join();
    u32 all = 0;
    for (u32 i in 0..1000) all += squares[i] == i * i + 1;
    printf("%u\n", all);                                        // expect: 1000
    // Several with par blocks at once.
    Array* both = new Array;
    Atomic* right = new Atomic;
    for (u32 n in 1...4)
        both.add(Thread.spawn({
            for (u32 round in 0..50)
            {
                u32 total = 0;
                par :reduce(+ total) { for (u32 i in 0..1000) total += i * n; }
                if (total == 499500 * n && summed(n) == total) right.increment();
            }
        }));
    for (u32 k in 0..4) ((Thread*)both.get(k)).join();
    printf("%lld\n", right.load());                             // expect: 200

    // Ids, time, processors.
    block:u32 id = 0;
    Thread.spawn({ id = Thread.currentId(); }).join();
    printf("%d %d\n", id != Thread.currentId(), Thread.currentId() == Thread.currentId());    // expect: 1 1
    Thread.yield();
    Thread.sleepMs(1);
    printf("%d\n", Thread.cpuCount() >= 1);                     // expect: 1
    // Many, one after the other: none is left behind.
    count = 0;
    for (u32 k in 0..500) Thread.spawn(&bump).join();
    printf("%u\n", count);                                      // expect: 500
    // One that outlives main.
    Thread.spawn({ for (;;) Thread.sleepMs(1000); });
    return 0;
}
