// Process and Platform: arguments, names, time, the environment, an exit from inside.
// exit: 7
#use Stdio
#import "Process.xc"
#import "Platform.xc"
#import "Files.xc"

class Held { void dealloc(void) { printf("never\n"); } }
void leave(i32 depth) { Held* h = new Held; if (depth) leave(depth - 1); printf("out"); Process.exit(7); }

i32 main(i32 argc, u8** argv)
{
    Array* arguments = Process.arguments();
    printf("%u %d\n", arguments.count(), (u32)argc == arguments.count());   // expect: 1 1
    String* first = (String*)arguments.get(0);
    printf("%d\n", first.equals(argv[0]));                          // expect: 1
    String* last = first.lastPathComponent();
    if (last.hasSuffix(".xc")) last = last.substringBytes(0, last.byteLength() - 3);
    printf("%d\n", Process.name().equals(last));                    // expect: 1
    printf("%d\n", Files.isDirectory(Process.directory()));         // expect: 1
    printf("%d\n", Files.exists(String.withFormat("/proc/%u", Process.id())));      // expect: 1
    i64 begin = Process.microseconds();
    i64 clock = Process.clock();
    while (Process.microseconds() - begin < 2000) { }
    i64 by_clock = Process.clock() - clock;
    printf("%d %d\n", by_clock > 1000, Process.clock() > 1700000000000000);  // expect: 1 1
    printf("%d %d\n", Platform.env("PATH").contains("/bin"), Platform.hasEnv("PATH"));      // expect: 1 1
    String* none = Platform.env(String.withCString("XC_NO_SUCH_VARIABLE"));
    printf("[%@] %d %d\n", none, none == 0, Platform.hasEnv(String.withCString("XC_NO_SUCH_VARIABLE")));     // expect: [] 0 0
    printf("%u %u %d\n", Platform.env((String*)0).byteLength(), Platform.env(new String).byteLength(), Platform.hasEnv("PATH=x"));    // expect: 0 0 0
    printf("%@ %@\n", Platform.name(), Platform.architecture());    // expect: linux x86_64
    leave(3);                                                       // expect: out
    return 0;
}
