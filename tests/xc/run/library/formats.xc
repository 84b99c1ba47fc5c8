// Formats that are no literals, objects and structs in formats, and what does not fit them.
#use Stdio
#import "String.xc"

class Plain { }
class Point
{
    i32 x;
    void init(i32 v) { x = v; }
    void dealloc(void) { printf("~%d ", x); }
    String* description() { return String.withFormat("P%d", x); }
}
class Named : Point { String* description() { return String.withFormat("named %@", super.description()); } }
struct Pair { i16 a; u8 b; };
struct Deep { Pair p; float f[2]; string s; };

void forward(string format, ...) { printf(format, ...); printf("\n"); }
string chosen(u32 k) { return k ? "%05d|%s|%.2f\n" : "%x|%@|%g\n"; }
Pair made(void) { Pair p = {7, 8}; printf("made "); return p; }

i32 main(void)
{
    printf(chosen(1), 42, "text", 2.5);                 // expect: 00042|text|2.50
    printf(chosen(0), 255, "text", 2.5);                // expect: ff|text|2.5
    string f = "%d %u %d %lld %c%%\n";
    u16 wide = 40000;
    printf(f, wide, (i8)-1, (u8)200, -5000000000, 'x');     // expect: -25536 255 -56 -5000000000 x%
    forward("%*d|%-6s|%+.1f", 4, 7, "ab", 1.25d);       // expect:    7|ab    |+1.2
    // expect: -3 1.5 text 0xffff 4294967295
    forward("%s %d %@ %p %@", (i8)-3, 1.5, "text", (pointer)0xffff, 4294967295);
    forward("%d %s");                                   // expect: %d %s
    forward("100%");                                    // expect: 100%
    forward("%y", 1);                                   // expect: %y
    printf("%@\n", new Point(1));                       // expect: P1
    printf("%@ %d\n", new Plain, 5);                    // expect: ~1 <Plain> 5
    Point* p = new Named(2);
    forward("%@ [%12@] [%.3s]", p, p, p);               // expect: named P2 [    named P2] [nam]
    printf("%@ %@\n", String.withCString("a"), (Point*)0);  // expect: a (null)
    Object* o = p;
    printf("%@\n", o);                                  // expect: named P2
    Pair pair = {-3, 4};
    printf("%@ %d\n", pair, 1);                         // expect: [-3, 4] 1
    printf("%@\n", made());                             // expect: made [7, 8]
    Deep deep = {{1, 2}, {0.5, -2.0}, "end"};
    printf("%@\n", deep);                               // expect: [[1, 2], [0.5, -2], end]
    String* s = String.withFormat("%@ and %@", pair, p);
    s.appendFormat(" %s %@", s.cString(), s);
    printf("%s\n", s.cString());                        // expect: [-3, 4] and named P2 [-3, 4] and named P2 [-3, 4] and named P2
    s = String.withFormat("%300d", 5);
    printf("%u %@\n", s.byteLength(), s.trimmed());     // expect: 300 5
    printf("%u\n", String.withFormat("").byteLength()); // expect: 0
    block plus i32(i32 v) = { return v + 1; };
    forward("%@ %d", plus, plus);                       // expect: <block.1> <block.1>
    setCursor(0, 9);
    printfAt(3, 4, "%d", 5);
    printf("\n");                                       // expect: [10;1H[5;4H5
    o = p = 0;
    printf("\n");                                       // expect: ~2 
    return 0;
}
