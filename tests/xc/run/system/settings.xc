// Every method of Settings, its file, and where it stands.
#use Stdio
#import "Settings.xc"
#import "Files.xc"
#import "Process.xc"

String* str(u8* text) { return String.withCString(text); }

i32 main(void)
{
    Settings* s = Settings.memory();
    printf("%u %d %d %d %d\n", s.count(), s.get("a") == 0, s.has("a"), s.path() == 0, s.save());    // expect: 0 1 0 1 0
    printf("%d %d %d\n", s.set("name", "value"), s.set(str("name"), str("other")), s.set("par.heavy", str("gpu")));     // expect: 1 1 1
    printf("%@ %@ %@\n", s.get("name"), s.get(str("name"), str("x")), s.get("none", str("fallback")));  // expect: other other fallback
    printf("%d %d %u\n", s.has(str("name")), s.has("other"), s.count());        // expect: 1 0 2
    printf("%d %d\n", s.setInt("n", -9223372036854775808), s.setBool(str("on"), true));      // expect: 1 1
    printf("%lld %lld %lld\n", s.getInt("n"), s.getInt("name"), s.getInt("name", 5));       // expect: -9223372036854775808 0 5
    printf("%d %d %d %d\n", s.getBool("on"), s.getBool("name"), s.getBool("name", true), s.getBool("none", true));  // expect: 1 0 1 1
    printf("%@\n", s.keys());                                                   // expect: [name, par.heavy, n, on]
    printf("%d %d %@\n", s.remove("par.heavy"), s.remove(str("par.heavy")), s.keys());      // expect: 1 0 [name, n, on]
    printf("%@", s.serialise());                                                // expect: name = other
    // expect: n = -9223372036854775808
    // expect: on = true
    s.removeAll();
    printf("%u [%@]\n", s.count(), s);                                          // expect: 0 []

    // What a file could not give back.
    printf("%d%d%d%d%d", s.set("", "v"), s.set("a=b", "v"), s.set("a#", "v"), s.set(" a", "v"), s.set("a\n", "v"));
    printf("%d%d%d", s.set("a", "v\nb = c"), s.set("a", " v"), s.set("a", String.withBytes("v\0w", 3)));
    printf("%d%d%d %u\n", s.set(String.withBytes("a\0b", 3), str("v")), s.set("a", (String*)0), s.set((String*)0, "v"), s.count());  // expect: 00000000000 0
    printf("%d %d %d\n", s.set("a", ""), s.has("a"), s.get("a").isEmpty());     // expect: 1 1 1
    printf("%d %d\n", s.get((String*)0) == 0, s.remove((String*)0));            // expect: 1 0

    // Numbers and answers.
    s.removeAll();
    printf("%d\n", s.loadText(str("# a comment\na = 0x7F\n b= $ff \nc =+12\nd\n=3\ne = 99999999999999999999\nf=1x\ng = -\nh=0x\n#i = 1\nj # = 2\nk = a = b\r\nl = Yes\nm = OFF\nl = no")));  // expect: 1
    printf("%@\n", s.keys());                                                   // expect: [a, b, c, e, f, g, h, k, l, m]
    printf("%d %d %d %d %d %d %d\n", s.getInt("a"), s.getInt("b"), s.getInt("c"), s.getInt("e", -1), s.getInt("f", -1), s.getInt("g", -1), s.getInt("h", -1));  // expect: 127 255 12 -1 -1 -1 -1
    printf("%@ %d %d\n", s.get("k"), s.getBool("l", true), s.getBool("m", true));   // expect: a = b 0 0
    s.set("max", "9223372036854775807");
    s.set("over", "9223372036854775808");
    s.set("min", "-9223372036854775808");
    s.set("under", "-9223372036854775809");
    printf("%lld %d %lld %d\n", s.getInt("max"), s.getInt("over", 1), s.getInt("min"), s.getInt("under", 1));   // expect: 9223372036854775807 1 -9223372036854775808 1
    printf("%d\n", s.loadText((String*)0));                                     // expect: 0

    // A file.
    String* root = String.withFormat("/tmp/xc-settings-%u-%lld", Process.id(), Process.clock());
    String* path = root.appending("/deep/my.conf");
    Settings* f = Settings.open(path);
    printf("%u %d %d\n", f.count(), f.path().equals(path), f.reload());         // expect: 0 1 0
    f.set("b", "2");
    f.set("a", "1");
    printf("%d\n", f.save());                                                   // expect: 1
    printf("%@", Files.readText(path));                                         // expect: b = 2
    // expect: a = 1
    Files.appendText(path, str("# added by a script\nb = 3\n"));
    Settings* again = Settings.open(path);
    printf("%@ %@ %u\n", again.get("b"), again.get("a"), again.count());        // expect: 3 1 2
    f.set("c", "4");
    printf("%@ %d %@ %d\n", f.get("b"), f.reload(), f.get("b"), f.has("c"));    // expect: 2 1 3 0
    f.removeAll();
    printf("%d %d\n", f.save(), Files.size(path));                              // expect: 1 0
    printf("%d %d\n", f.setInt("x", 5), f.save());                              // expect: 1 1
    printf("%@ %u\n", Files.list(root.appending("/deep")), Settings.open(path).count());    // expect: [my.conf] 1
    Settings* folder = Settings.open(root);
    printf("%u %d\n", folder.count(), folder.save());                           // expect: 0 0
    printf("%u\n", Settings.open("/proc/self/mem").count());                    // expect: 0

    // Where a program's are: XCC_SETTINGS_DIR, XDG_CONFIG_HOME or HOME.
    String* place = Settings.standard("xc-test-program").path();
    printf("%d\n", place == 0 || place.hasSuffix("/xc-test-program.conf"));     // expect: 1
    printf("%d %d %d\n", Settings.standard("a/b").path() == 0, Settings.standard("").path() == 0, Settings.standard((String*)0).path() == 0);  // expect: 1 1 1
    Files.remove(path);
    Files.remove(root.appending("/deep"));
    printf("%d\n", Files.remove(root));                                         // expect: 1
    return 0;
}
