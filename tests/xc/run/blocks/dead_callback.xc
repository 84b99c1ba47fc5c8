// A call on an object that has gone ends the program with its line.
#use Stdio
class W { void go(i32 v) { printf("%d\n", v); } }
i32 main(void)
{
    W* w = new W;
    callback f void(i32 v) = &w.go;
    f(3);                                       // expect: 3
    w = 0;
    f(4);                                       // traps: the callback's object has ended
    return 0;
}
