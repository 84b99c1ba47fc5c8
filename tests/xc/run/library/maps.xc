// Map against a table of its own: 20,000 sets, removes and looks, keys of several classes, and keys
// whose end looks into the map.
#use Stdio
#import "Map.xc"
#import "Number.xc"

class Name : String { }
class Nosy
{
    weak:Map* home;
    void init(Map* m) { home = m; }
    void dealloc(void) { printf("%d%u ", home.has(String.withCString("nosy")), home.count() < 9); }
}

u32 state = 1;
u32 next(u32 below) { state = state * 1664525 + 1013904223; return (state >> 8) % below; }

i32 values[600];

// Three classes of keys, and short and long ones.
Object* key(u32 k)
{
    if (k % 3 == 0) return Number.withU32(k);
    String* s = k % 3 == 1 ? new String : (String*)new Name;
    s.appendFormat("%u", k);
    for (u32 j in 0..k % 25) s.appendByte('x');
    return s;
}

i32 main(void)
{
    Map* m = new Map;
    u32 count = 0;
    u32 wrong = 0;
    for (u32 round in 0..20000)
    {
        u32 k = next(600);
        u32 what = next(5);
        Object* o = key(k);
        if (what < 2)
        {
            m.set(o, Number.withU32(round + 1));
            if (!values[k]) count++;
            values[k] = (i32)round + 1;
        }
        else if (what == 2)
        {
            if (m.remove(o) != (values[k] != 0)) wrong++;
            if (values[k]) count--;
            values[k] = 0;
        }
        else
        {
            Number* n = (Number*)m.get(o);
            if ((n ? n.i32Value() : 0) != values[k] || m.has(o) != (values[k] != 0)) wrong++;
        }
        if (m.count() != count) wrong++;
    }
    for (Object* o in m.keys()) if (!m.has(o)) wrong++;
    printf("%u %u\n", wrong, m.keys().count() == count);        // expect: 0 1
    // A String and one of a class of its own are one key when their bytes are.
    Map* names = new Map;
    names.set(String.withCString("a"), Number.withI32(1));
    Name* a = new Name;
    a.append("a");
    printf("%d %@\n", names.has(a), names.get(a));              // expect: 1 1
    Map* nosy = new Map;
    nosy.set(String.withCString("nosy"), new Nosy(nosy));
    nosy.set(new Nosy(nosy), String.withCString("value"));
    nosy.set(String.withCString("nosy"), 0);
    nosy.removeAll();
    printf("\n%u\n", nosy.count());                             // expect: 11 11 
    // expect: 0
    return 0;
}
