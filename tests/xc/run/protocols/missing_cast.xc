// A checked cast to a protocol that the object does not conform to ends the program with its line.
#use Stdio
protocol P { void a(void); }
class A { }
i32 main(void)
{
    A* a = 0;
    P* p = (P*)a;
    printf("%d\n", p == 0);             // expect: 1
    a = new A;
    p = (P*?)a;
    printf("%d\n", p == 0);             // expect: 1
    p = (P*)a;                         // traps: the object does not conform to P
    return 0;
}
