// Every method of String.
#use Stdio
#import "String.xc"

class Loud : String { String* description() { return uppercased(); } }
class Plain { }
class Point
{
    i32 x;
    void init(i32 v) { x = v; }
    String* description()
    {
        String* s = String.withCString("P");
        s.append(String.withI32(x));
        return s;
    }
}

void show(String* s) { printf("[%s] %u\n", s.cString(), s.byteLength()); }

i32 main(void)
{
    show(new String);                                           // expect: [] 0
    show(String.withCString("abc"));                            // expect: [abc] 3
    show(String.withCString(0));                                // expect: [] 0
    show(String.withString(String.withCString("xyz")));         // expect: [xyz] 3
    show(String.withBytes("abcdef", 4));                        // expect: [abcd] 4
    show(String.withI32(-2147483648));                          // expect: [-2147483648] 11
    show(String.withU32(4294967295));                           // expect: [4294967295] 10
    show(String.withI64(-9223372036854775808));                 // expect: [-9223372036854775808] 20
    show(String.withU64(18446744073709551615));                 // expect: [18446744073709551615] 20
    show(String.withI32(0));                                    // expect: [0] 1
    show(String.withFloat(3.14159, 2));                         // expect: [3.14] 4
    show(String.withFloat(-0.5d, 0));                           // expect: [-0] 2

    String* s = String.withCString("hello");
    String* same = s;
    s.append(String.withCString(", "));
    s.append("wor");
    s.appendCString("ld");
    s.appendByte('!');
    s.appendBytes("??xx", 2);
    show(s);                                                    // expect: [hello, world!??] 15
    printf("%d %d\n", s == same, s == String.withString(s));    // expect: 1 0
    s.append(s);
    show(s);                                                    // expect: [hello, world!??hello, world!??] 30
    s = String.withCString("ab");
    String* longer = s.appending(String.withCString("cd")).appending("ef");
    show(s);                                                    // expect: [ab] 2
    show(longer);                                               // expect: [abcdef] 6
    printf("%d %c\n", longer.byteAt(0), longer.byteAt(5));      // expect: 97 f
    printf("%u\n", longer.byteLength);                          // expect: 6

    // equals compares bytes, == addresses.
    String* t = String.withCString("abcdef");
    printf("%d %d %d %d\n", t.equals(longer), t == longer, t.equals("abcdef"), t.equals("abcde"));    // expect: 1 0 1 0
    printf("%d %d %d\n", t.equals(s), s.equals("ab\x01"), new String.equals(new String));   // expect: 0 0 1
    printf("%d %d %d %d\n", s.compare(t), t.compare(s), t.compare(longer), t.compare(String.withCString("b")));   // expect: -1 1 0 -1
    printf("%d %d\n", t.hash() == longer.hash(), t.hash() == s.hash());   // expect: 1 0

    printf("%d %d %d\n", t.hasPrefix(s), s.hasPrefix(t), t.hasPrefix("abd"));   // expect: 1 0 0
    printf("%d %d %d\n", t.hasSuffix("def"), s.hasSuffix(t), t.hasSuffix(String.withCString("")));   // expect: 1 0 1
    printf("%u %u %x\n", t.byteIndexOf("cd"), t.byteIndexOf(""), t.byteIndexOf("dc"));   // expect: 2 0 ffffffff
    printf("%u %d\n", t.indexOfByte('f'), t.indexOfByte('x') == String.notFound);   // expect: 5 1
    printf("%d %d %d\n", t.contains("bc"), t.contains("cb"), String.notFound() == 0xFFFFFFFF);   // expect: 1 0 1

    show(t.substringBytes(2, 3));                               // expect: [cde] 3
    show(t.substringBytes(4, 100));                             // expect: [ef] 2
    show(t.substringBytes(6, 1));                               // expect: [] 0
    show(t.substringBytes(100, 1));                             // expect: [] 0
    show(t.substringFromByte(4));                               // expect: [ef] 2
    show(String.withCString(" \t a b\r\n ").trimmed());         // expect: [a b] 3
    show(String.withCString(" \n").trimmed());                  // expect: [] 0
    show(String.withCString("aZ{`z\u00e9").uppercased());       // expect: [AZ{`Zé] 7
    show(String.withCString("aZ[@A").lowercased());             // expect: [az[@a] 5
    show(String.withCString("/usr/lib/libc.so").lastPathComponent());   // expect: [libc.so] 7
    show(String.withCString("dir/").lastPathComponent());       // expect: [dir] 3
    show(String.withCString("plain").lastPathComponent());      // expect: [plain] 5
    show(String.withCString("/").lastPathComponent());          // expect: [/] 1
    show(new String.lastPathComponent());                       // expect: [] 0

    Array* parts = String.withCString("a,bc,,d,").splitOnByte(',');
    printf("%u", parts.count());
    for (String* part in parts) printf(" [%s]", part.cString());
    printf("\n");                                               // expect: 5 [a] [bc] [] [d] []
    printf("%u %u\n", new String.splitOnByte('x').count(), String.withCString("x").splitOnByte('y').count());   // expect: 1 1
    String* u = String.withCString("a\u00e9\u20ac\U0001f600z");
    printf("%u %u\n", u.byteLength(), u.charCount());           // expect: 11 5
    for (u32 k in 0..u.charCount()) printf("%x ", u.charAt(k));
    printf("\n");                                               // expect: 61 e9 20ac 1f600 7a 
    String* again = new String;
    for (u32 k in 0..u.charCount()) again.appendChar(u.charAt(k));
    printf("%d\n", again.equals(u));                            // expect: 1
    again.clear();
    again.appendChar(0xD800);
    again.appendChar(0x110000);
    printf("%d %x\n", again.equals("\ufffd\ufffd"), String.withBytes("\x41\x42", 1).charAt(0));   // expect: 1 41
    u8 broken[4] = {0xE2, 0x82, 0x41, 0xC3};
    again = String.withBytes(broken, 4);
    printf("%u %x %x %x\n", again.charCount(), again.charAt(0), again.charAt(1), again.charAt(2));   // expect: 3 fffd 41 fffd
    u8 zeros[3] = {0, 'x', 0};
    again = String.withBytes(zeros, 3);
    printf("%u %u %d\n", again.byteLength(), again.indexOfByte('x'), again.equals(String.withBytes(zeros, 3)));   // expect: 3 1 1

    printf("%lld %lld %lld %lld\n", String.withCString(" -42x").toI64(), String.withCString("+7").toI64(), String.withCString("x").toI64(),
           String.withCString("-9223372036854775808").toI64());     // expect: -42 7 0 -9223372036854775808
    show(new Point(-3).description());                          // expect: [P-3] 3
    Object* o = new Plain;
    show(o.description());                                      // expect: [<Plain>] 7
    Loud* loud = new Loud;
    loud.append("loud");
    o = loud;
    show(o.description());                                      // expect: [LOUD] 4
    show((String*)o);                                           // expect: [loud] 4
    return 0;
}
