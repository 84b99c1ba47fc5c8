// Every method of Files, and what it says when something does not work. All in a folder of its own.
#use Stdio
#import "Files.xc"
#import "Process.xc"

String* str(u8* text) { return String.withCString(text); }
void show(u8* what, String* s) { if (s) printf("%s [%@] %u\n", what, s, s.byteLength()); else printf("%s none: %@\n", what, Files.lastError()); }

i32 main(void)
{
    String* root = String.withFormat("/tmp/xc-files-%u-%lld", Process.id(), Process.clock());
    String* deep = root.appending("/a/b");
    printf("%d %@\n", Files.exists(root), Files.lastError());                       // expect: 0 No such file or directory
    printf("%d %d %@\n", Files.createDirectory(deep), Files.createDirectory(deep), Files.lastError());      // expect: 1 1 
    printf("%d %d %d\n", Files.exists(deep), Files.isDirectory(deep), Files.isFile(deep));     // expect: 1 1 0
    defer
    {
        Files.remove(deep);
        Files.remove(root.appending("/a"));
        printf("%d\n", Files.remove(root));
    }

    String* f = deep.appending("/one.txt");
    printf("%d\n", Files.writeText(f, str("first\n")));                             // expect: 1
    show("read", Files.readText(f));                                                // expect: read [first
    // expect: ] 6
    printf("%d %d\n", Files.appendText(f, str("second")), Files.size(f));           // expect: 1 12
    printf("%d %d\n", Files.writeText(f, str("x")), Files.size(f));                 // expect: 1 1
    show("read", Files.readText(f));                                                // expect: read [x] 1
    printf("%d %d %d %d\n", Files.isFile(f), Files.isDirectory(f), Files.exists(f), Files.existsExact(f));  // expect: 1 0 1 1
    printf("%d %d\n", Files.existsExact(deep.appending("/../b//./one.txt")), Files.existsExact(deep.appending("/One.txt")));      // expect: 1 0
    printf("%d %@\n", Files.createDirectory(f), Files.lastError());                 // expect: 0 File exists
    printf("%d %@\n", Files.createDirectory(f.appending("/c")), Files.lastError()); // expect: 0 File exists

    // Nothing, and bytes that are no text.
    String* g = deep.appending("/Two");
    printf("%d %d\n", Files.writeText(g, new String), Files.size(g));               // expect: 1 0
    show("empty", Files.readText(g));                                               // expect: empty [] 0
    Data* d = Data.withLength(70000);
    for (u32 k in 0..70000) d.setByte(k, (u8)(k * 7));
    printf("%d %d\n", Files.writeData(g, d), Files.size(g));                        // expect: 1 70000
    printf("%d\n", Files.readData(g).equals(d));                                    // expect: 1
    printf("%d %u\n", Files.appendData(g, d), Files.readData(g).length());          // expect: 1 140000
    String* zeros = Files.readText(g);
    printf("%u %d\n", zeros.byteLength(), zeros.byteAt(69999));                     // expect: 140000 9

    // Names in order; what begins with a point is one.
    printf("%d\n", Files.appendText(deep.appending("/.hidden"), str("1")));         // expect: 1
    printf("%@ %@\n", Files.list(deep), Files.list(root));                          // expect: [.hidden, Two, one.txt] [a]
    printf("%d %d\n", Files.rename(g, f), Files.exists(g));                         // expect: 1 0
    printf("%d %d\n", Files.remove(deep.appending("/.hidden")), Files.size(f));     // expect: 1 140000
    printf("%d %@\n", Files.remove(deep.appending("/..")), Files.lastError());      // expect: 0 Directory not empty
    printf("%d\n", Files.setExecutable(f));                                         // expect: 1
    printf("%d\n", Files.remove(f));                                                // expect: 1
    printf("%@ %d\n", Files.list(deep), Files.list(deep).isEmpty());                // expect: [] 1

    // What is not there.
    show("read", Files.readText(f));                                                // expect: read none: No such file or directory
    printf("%d %d %d\n", Files.readData(f) == 0, Files.size(f), Files.existsExact(f));      // expect: 1 -1 0
    printf("%d %@\n", Files.setExecutable(f), Files.lastError());                   // expect: 0 No such file or directory
    printf("%d %@\n", Files.remove(f), Files.lastError());                          // expect: 0 No such file or directory
    printf("%d %@\n", Files.rename(f, g), Files.lastError());                       // expect: 0 No such file or directory
    printf("%d %d\n", Files.rename("/no/such", "/no/other"), Files.rename("/no/such", g));     // expect: 0 0
    printf("%d %@\n", Files.list(f) == 0, Files.lastError());                       // expect: 1 No such file or directory
    printf("%d %@\n", Files.writeText(f.appending("/x"), str("")), Files.lastError());      // expect: 0 No such file or directory

    // What is no file, and what is no path.
    show("folder", Files.readText(deep));                                           // expect: folder none: Is a directory
    printf("%d %@\n", Files.size(deep), Files.lastError());                         // expect: -1 Is a directory
    printf("%d %@\n", Files.writeText(deep, str("")), Files.lastError());           // expect: 0 Is a directory
    show("empty", Files.readText(new String));                                      // expect: empty none: No such file or directory
    show("null", Files.readText((String*)0));                                       // expect: null none: No such file or directory
    show("zero", Files.readText(String.withBytes("/tmp\0x", 6)));                   // expect: zero none: Invalid argument
    printf("%d %@\n", Files.writeText(f, (String*)0), Files.lastError());           // expect: 0 Invalid argument
    printf("%d %@\n", Files.writeData(f, (Data*)0), Files.lastError());             // expect: 0 Invalid argument
    printf("%d %d\n", Files.existsExact((String*)0), Files.exists(f));              // expect: 0 0

    // No rights, no room, and what has no size beforehand.
    show("rights", Files.readText("/proc/self/mem"));                               // expect: rights none: Input/output error
    printf("%d %@\n", Files.writeText("/dev/full", str("x")), Files.lastError());   // expect: 0 No space left on device
    printf("%d\n", Files.readText("/proc/self/status").hasPrefix("Name:"));         // expect: 1
    show("device", Files.readText("/dev/null"));                                    // expect: device [] 0
    return 0;       // expect: 1
}
