// Mutex, Cond, Sem, Atomic, ThreadLocal: every method, one thread and several.
#use Stdio
#import "Thread.xc"
#import "Mutex.xc"
#import "Cond.xc"
#import "Sem.xc"
#import "Atomic.xc"
#import "ThreadLocal.xc"
#import "Array.xc"
#import "Number.xc"
#import "Process.xc"

class Item
{
    String* name;
    void init(u8* text) { name = String.withCString(text); }
    void dealloc(void) { printf("~%@\n", name); }
}

u32 plain;
ThreadLocal* everywhere;

i32 main(void)
{
    Mutex* m = new Mutex;
    m.lock();
    printf("%d\n", m.tryLock());                                // expect: 0
    block:i32 other = -1;
    Thread.spawn({ other = m.tryLock(); }).join();
    printf("%d\n", other);                                      // expect: 0
    m.unlock();
    printf("%d\n", m.tryLock());                                // expect: 1
    m.unlock();
    m.locked({ printf("held %d\n", m.tryLock()); });            // expect: held 0
    Array* threads = new Array;
    for (u32 k in 0..4)
        threads.add(Thread.spawn({ for (u32 j in 0..5000) { m.lock(); plain++; m.unlock(); } }));
    for (Thread* t in threads) t.join();
    printf("%u\n", plain);                                      // expect: 20000

    // A queue of one place: every item goes through, in order.
    Cond* c = new Cond;
    block:i32 place = 0;
    block:i32 sum = 0;
    block fills void(void) = {
        for (i32 k in 1...1000)
        {
            m.lock();
            while (place) c.wait(m);
            place = k;
            c.broadcast();
            m.unlock();
        }
    };
    Thread* t = Thread.spawn(fills);
    for (i32 k in 1...1000)
    {
        m.lock();
        while (!place) c.wait(m);
        if (place == k) sum += place;
        place = 0;
        c.signal();
        m.unlock();
    }
    t.join();
    printf("%d\n", sum);                                        // expect: 500500
    m.lock();
    i64 begin = Process.microseconds();
    printf("%d\n", c.waitMs(m, 20));                            // expect: 0
    printf("%d %d\n", Process.microseconds() - begin >= 20000, m.tryLock());        // expect: 1 0
    block:bool told = false;
    block tells void(void) = { m.lock(); told = true; c.signal(); m.unlock(); };
    t = Thread.spawn(tells);
    while (!told) if (!c.waitMs(m, 10000)) printf("late\n");
    m.unlock();
    t.join();

    Sem* s = new Sem(2);
    s.wait();
    printf("%u %d %d %u\n", s.count(), s.tryWait(), s.tryWait(), s.count());        // expect: 1 1 0 0
    begin = Process.microseconds();
    printf("%d %d\n", s.waitMs(20), Process.microseconds() - begin >= 20000);       // expect: 0 1
    s.post();
    printf("%d %u %u\n", s.waitMs(0), s.count(), new Sem.count());                  // expect: 1 0 0
    block waits void(void) = { s.wait(); s.wait(); told = false; };
    t = Thread.spawn(waits);
    s.post();
    s.post();
    printf("%d %d\n", t.join(), told);                          // expect: 1 0

    Atomic* a = new Atomic(5);
    printf("%lld %lld %lld\n", a.load(), a.add(3), a.fetchAdd(2));                  // expect: 5 8 8
    printf("%lld %lld %lld\n", a.sub(4), a.increment(), a.decrement());             // expect: 6 7 6
    printf("%d %d %lld\n", a.compareExchange(5, 1), a.compareExchange(6, 1), a.load());     // expect: 0 1 1
    a.store(0xF0);
    printf("%lld %lld %lld %lld\n", a.fetchAnd(0x3C), a.fetchOr(3), a.fetchXor(1), a.exchange(-9)); // expect: 240 48 51 50
    printf("%lld %lld\n", a.load(), new Atomic.load());         // expect: -9 0
    threads.removeAll();
    for (u32 k in 0..4)
        threads.add(Thread.spawn({
            for (u32 j in 0..5000) a.increment();
            for (u32 j in 0..1000) { i64 v = a.load(); while (!a.compareExchange(v, v - 5)) v = a.load(); }
        }));
    for (Thread* w in threads) w.join();
    printf("%lld\n", a.load());                                 // expect: -9

    // A value a thread; its end, and the ThreadLocal's, let them go.
    ThreadLocal* local = new ThreadLocal;
    printf("%d\n", local.get() == 0);                           // expect: 1
    local.set(new Item("main"));
    printf("%@\n", ((Item*)local.get()).name);                  // expect: main
    local.set(new Item("second"));                              // expect: ~main
    Thread.spawn({
        printf("%d\n", local.get() == 0);                       // expect: 1
        local.set(new Item("thread"));
        printf("%@\n", ((Item*)local.get()).name);              // expect: thread
    }).join();                                                  // expect: ~thread
    printf("%@\n", ((Item*)local.get()).name);                  // expect: second
    ThreadLocal* more = new ThreadLocal;
    more.set(String.withCString("more"));
    // Nobody else holds it: a block would, a global is not captured.
    everywhere = local;
    local = 0;
    a.store(0);
    t = Thread.spawn({ everywhere.set(new Item("waits")); s.post(); while (!a.load()) Thread.yield(); });
    s.wait();
    Item* kept = (Item*)everywhere.get();
    everywhere = 0;                                             // expect: ~waits
    printf("%@ %@\n", kept.name, more.get());                   // expect: second more
    kept = 0;                                                   // expect: ~second
    a.store(1);
    t.join();
    more.set(0);
    printf("%d\n", more.get() == 0);                            // expect: 1
    for (i32 k in 0..100) more.set(Number.withI32(k));
    printf("%@\n", more.get());                                 // expect: 99
    return 0;
}
