//--- types
class Root { }
class Thing : Root { i32 n; }
class Other : Root { }
class Array : Root { u32 used; void add(Root* o) { } Root* get(u32 k) { return 0; } u32 count() { return used; } }
class Map : Root { void set(Root* k, Root* v) { } Root* get(Root* k) { return 0; } }
void take(Array<Thing>* a) { }
i32 main(void)
{
    Array<Thing>* a = new Array;
    Array<Other>* b = new Array;
    Thing* t = new Thing;
    Other* o = new Other;
    a.add(o);                  // expect-error: cannot use Other* where a value of type Thing* is wanted
    a.add(3);                  // expect-error: cannot use u8 where a value of type Thing* is wanted
    o = a.get(0);              // expect-error: cannot use Thing* where a value of type Other* is wanted
    a = b;                     // expect-error: cannot use Array<Other>* where a value of type Array<Thing>* is wanted
    take(b);                   // expect-error: cannot use Array<Other>* where an argument of type Array<Thing>* is wanted
    for (Other* each in a) { } // expect-error: cannot cast Thing* to Other*
    for (i32 each in a) { }    // expect-error: cannot use Thing* where a value of type i32 is wanted
    Map<Thing, Other>* m = new Map;
    m.set(o, o);               // expect-error: cannot use Other* where a value of type Thing* is wanted
    m.set(t, t);               // expect-error: cannot use Thing* where a value of type Other* is wanted
    Map<Other>* n = m;         // expect-error: cannot use Map<Thing, Other>* where a value of type Map<Other>* is wanted
    Thing<Other>* x = 0;       // expect-error: class 'Thing' takes no types of elements, Array, Map and Set do
    Array<Thing, Other>* y = 0;        // expect-error: 'Array' takes 1 type at most
    Array<string>* z = 0;      // expect-error: what 'Array' holds is objects and numbers, not u8*
    Array<i32>* w = new Array;
    w.add(3);                  // expect-error: i32 goes into a collection as a Number, write #import "Number.xc"
    w.add("x");                // expect-error: cannot use u8* where a value of type i32 is wanted
    for (each in t) { }        // expect-error: a loop over a 'Thing' wants its methods count() and get(u32 index)
    for (each in 3) { }        // expect-error: a loop goes over a range, an array, a part of one or a collection, not over u8
    return 0;
}
