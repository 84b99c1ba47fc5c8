// Every method of Array, Map, Set, Number and Data; what is let go, and when.
#use Stdio
#import "Foundation.xc"

class Item
{
    u32 n;
    void init(u32 k) { n = k; }
    void dealloc(void) { printf("~%u ", n); }
    String* description() { return String.withFormat("#%u", n); }
}

String* str(u8* text) { return String.withCString(text); }

i32 main(void)
{
    Array* a = new Array;
    printf("%u %d %d %d %@\n", a.count(), a.isEmpty(), a.last() == 0, a.first() == 0, a);    // expect: 0 1 1 1 []
    for (u32 k in 0..3) a.add(new Item(k));
    a.add(0);
    printf("%u %d %@ %@\n", a.count, a.isEmpty(), a.get(1), a);     // expect: 4 0 #1 [#0, #1, #2, (null)]
    printf("%@ %d\n", a.first(), a.last() == 0);        // expect: #0 1
    a.removeLast();
    a.set(1, new Item(7));
    printf("%@\n", a);                                  // expect: ~1 [#0, #7, #2]
    a.insert(0, new Item(8));
    a.insert(4, new Item(9));
    printf("%@ %@\n", a, a.last());                     // expect: [#8, #0, #7, #2, #9] #9
    a.removeAt(2);
    printf("%@\n", a);                                  // expect: ~7 [#8, #0, #2, #9]
    Item* kept = (Item*)a.get(1);
    printf("%u %d %d\n", a.indexOf(kept), a.contains(kept), a.contains(new Item(0)));   // expect: 1 1 0
    a.removeAll();
    printf("%u %u\n", a.count(), kept.n);               // expect: ~0 ~9 ~2 ~8 0 0
    for (u32 k in 0..1000) a.add(String.withU32(k * k));
    printf("%u %@ %u %d\n", a.count(), a.get(999), a.indexOf(str("961")), a.contains(str("962")));  // expect: 1000 998001 31 0
    Array* b = Array.withCapacity(2);
    b.add(str("x"));
    b.addAll(b);
    b.addAll(b);
    printf("%@ %s\n", b.joined(str("-")), b.joined("").cString());    // expect: x-x-x-x xxxx
    Array* nested = new Array;
    nested.add(b);
    nested.add(Number.withI32(-5));
    printf("%@\n", nested);                             // expect: [[x, x, x, x], -5]
    kept = 0;
    printf("\n");                                       // expect: ~0 

    Map* m = new Map;
    printf("%u %d %d %@\n", m.count(), m.isEmpty(), m.get(str("a")) == 0, m);      // expect: 0 1 1 {}
    m.set(str("one"), new Item(1));
    m.set(str("two"), new Item(2));
    m.set(Number.withI32(3), new Item(3));
    m.set(str("one"), new Item(11));
    printf("%u %@\n", m.count(), m);                    // expect: ~1 3 {one: #11, two: #2, 3: #3}
    printf("%@ %@ %d %d\n", m.get(str("two")), m.get(Number.withDouble(3.0)), m.has(str("three")), m.has(str("one")));  // expect: #2 #3 0 1
    printf("%@ %@\n", m.get(str("none"), str("fallback")), m.get(str("one"), 0));   // expect: fallback #11
    printf("%d %d\n", m.remove(str("two")), m.remove(str("two")));          // expect: ~2 1 0
    printf("%@ %@ %@ %u\n", m, m.keys(), m.values(), m.count());     // expect: {one: #11, 3: #3} [one, 3] [#11, #3] 2
    m.removeAll();
    printf("%u %d\n", m.count(), m.has(str("one")));    // expect: ~3 ~11 0 0
    for (u32 k in 0..5000) m.set(Number.withU32(k), String.withU32(k + 1));
    for (u32 k in 0..5000) if (k % 3) m.remove(Number.withU32(k));
    for (u32 k in 0..10000) m.set(String.withU32(k), Number.withU32(k));
    u32 wrong = 0;
    for (u32 k in 0..5000)
    {
        String* s = (String*)m.get(Number.withU32(k));
        if (k % 3 ? s != 0 : !s.equals(String.withU32(k + 1))) wrong++;
        Number* n = (Number*)m.get(String.withU32(k * 2));
        if (n.u32Value() != k * 2) wrong++;
    }
    printf("%u %u\n", m.count(), wrong);                // expect: 11667 0
    Item* key = new Item(5);
    m.set(key, 0);
    printf("%d %d %d\n", m.has(key), m.has(new Item(5)), m.get(key) == 0);  // expect: 1 0 1
    key = 0;
    m = 0;

    Set* s = new Set;
    printf("%d %d %d %u\n", s.add(str("a")), s.add(str("a")), s.add(str("b")), s.count());      // expect: ~5 ~5 1 0 1 2
    printf("%d %d %@ %@ %d\n", s.contains(str("b")), s.contains(str("c")), s, s.values(), s.isEmpty());    // expect: 1 0 {a, b} [a, b] 0
    printf("%d %d %@\n", s.remove(str("a")), s.remove(str("a")), s);        // expect: 1 0 {b}
    for (u32 k in 0..100) s.add(Number.withU32(k));
    s.remove(Number.withU32(0));
    s.remove(str("b"));
    u32 sum = 0;
    for (Number* each in s) sum += each.u32Value();
    printf("%u %@ %@\n", sum, s.get(0), s.get(98));      // expect: 4950 1 99
    Array<u32>* numbers = new Array;
    numbers.add(3);
    numbers.add(4000000000);
    u32 total = 0;
    for (u32 v in numbers) total += v >> 1;
    printf("%u %u %@\n", total, numbers.get(1), numbers);    // expect: 2000000001 4000000000 [3, 4000000000]
    Map<String, double>* prices = new Map;
    prices.set(str("tea"), 2.25d);
    printf("%.2f %@\n", prices.get(str("tea")), prices);     // expect: 2.25 {tea: 2.25}
    s.removeAll();
    printf("%u\n", s.count());                          // expect: 0

    Number* n = Number.withI64(-3000000000);
    printf("%@ %lld %d %.1f %d\n", n, n.i64Value(), n.i32Value(), n.doubleValue(), n.isFloat());     // expect: -3000000000 -3000000000 1294967296 -3000000000.0 0
    n = Number.withU64(18446744073709551615);
    printf("%@ %llu %u %d\n", n, n.u64Value(), n.u32Value(), n.boolValue());    // expect: 18446744073709551615 18446744073709551615 4294967295 1
    n = Number.withDouble(2.5);
    printf("%@ %d %u %.2f %d\n", n, n.i32Value(), n.u32Value(), n.floatValue(), n.isFloat());   // expect: 2.5 2 2 2.50 1
    printf("%@ %@ %@\n", Number.withFloat(0.1), Number.withBool(7), Number.withU32(8));     // expect: 0.1 1 8
    printf("%d %d %d\n", Number.withI32(-1).equals(Number.withU64(18446744073709551615)), Number.withI32(2).equals(Number.withDouble(2.0)),
           Number.withDouble(2.0).equals(Number.withU32(3)));              // expect: 0 1 0
    Number* odd = Number.withI64(9007199254740993);
    printf("%d %d\n", odd.equals(Number.withDouble(9007199254740992.0)), odd.equals(Number.withI64(9007199254740993)));   // expect: 0 1
    printf("%d %d %d %d\n", n.compare(odd), odd.compare(n), Number.withI32(-1).compare(Number.withU32(1)), n.compare(n));    // expect: -1 1 -1 0
    printf("%d\n", Number.withI32(2).hash() == Number.withDouble(2.0).hash());  // expect: 1

    Data* d = Data.withString(str("abc"));
    d.appendByte(0);
    d.appendBytes("\x7f!", 2);
    printf("%u %@ %s %d\n", d.length(), d, d.hexString().cString(), d.byteAt(4));   // expect: 6 <616263007f21> 616263007f21 127
    d.setByte(3, '-');
    d.append(d);
    d.append(str("z"));
    printf("%u %d %d\n", d.length, d.equals(Data.withBytes(d.bytes, d.length())), d.equals(Data.withLength(13)));   // expect: 13 1 0
    printf("%s %@ %@\n", Data.withBytes(d.bytes, 4).text().cString(), Data.withLength(2), Data.withCapacity(9));   // expect: abc- <0000> <>
    return 0;
}
